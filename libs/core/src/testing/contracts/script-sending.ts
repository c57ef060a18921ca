import { expect, it } from 'vitest';

import { sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

/** The contract of every `ScriptSendingDecisions` adapter. */
export const testScriptSendingContract = (name: string, open: OpenStore): void => {
  describeSuite(`${name} keeps decisions about requests of scripts`, open, (on) => {
    it(
      'with the latest of each workspace, and none of a deleted one',
      on(async ({ workspaces, scriptSending }) => {
        const mine = await unwrapResult(workspaces.create(sampleWorkspace()));
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        expect(await unwrapResult(scriptSending.get(mine.id))).toBeNull();
        await unwrapResult(scriptSending.decide(mine.id, true));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBe(true);
        await unwrapResult(scriptSending.decide(mine.id, false));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBe(false);
        expect(await unwrapResult(scriptSending.get(other))).toBeNull();
        await unwrapResult(workspaces.hide(mine.id, 'deleted', mine.createdAt));
        await unwrapResult(workspaces.remove(mine.id));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBeNull();
      }),
    );
    it(
      'refuses one of a missing workspace',
      on(async ({ scriptSending }) => {
        const decided = await unwrapRefusal(scriptSending.decide(sampleWorkspace().id, true));
        expect(decided.kind).toBe('storage-failed');
      }),
    );
  });
};
