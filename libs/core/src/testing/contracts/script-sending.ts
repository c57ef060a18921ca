import { expect, it } from 'vitest';

import { sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

/** What every adapter of the `ScriptSendingDecisions` port promises. */
export const scriptSendingContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps decisions about requests of scripts`, open, (on) => {
    it(
      'has the last one of each workspace, and none of a deleted one',
      on(async ({ workspaces, scriptSending }) => {
        const mine = await given(workspaces.create(sampleWorkspace()));
        const other = (await given(workspaces.create(sampleWorkspace()))).id;
        expect(await given(scriptSending.get(mine.id))).toBeNull();
        await given(scriptSending.decide(mine.id, true));
        expect(await given(scriptSending.get(mine.id))).toBe(true);
        await given(scriptSending.decide(mine.id, false));
        expect(await given(scriptSending.get(mine.id))).toBe(false);
        expect(await given(scriptSending.get(other))).toBeNull();
        await given(workspaces.hide(mine.id, 'deleted', mine.createdAt));
        await given(workspaces.remove(mine.id));
        expect(await given(scriptSending.get(mine.id))).toBeNull();
      }),
    );
    it(
      'refuses one of a workspace that is not there',
      on(async ({ scriptSending }) => {
        const decided = await refusal(scriptSending.decide(sampleWorkspace().id, true));
        expect(decided.kind).toBe('storage-failed');
      }),
    );
  });
};
