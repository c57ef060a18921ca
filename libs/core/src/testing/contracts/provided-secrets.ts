import { expect, it } from 'vitest';

import { sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

/** The contract of every `ProvidedSecretDecisions` adapter. */
export const testProvidedSecretsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of decisions about provided secrets`, open, (on) => {
    it(
      'lists the latest decision for each name of a workspace, sorted by name',
      on(async ({ workspaces, givenSecrets }) => {
        const mine = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        expect(await unwrapResult(givenSecrets.list(mine))).toEqual([]);
        await unwrapResult(givenSecrets.decide(mine, { name: 'TOKEN', allowed: true }));
        await unwrapResult(givenSecrets.decide(mine, { name: 'KEY ü', allowed: true }));
        await unwrapResult(givenSecrets.decide(mine, { name: 'TOKEN', allowed: false }));
        await unwrapResult(givenSecrets.decide(mine, { name: 'token', allowed: true }));
        expect(await unwrapResult(givenSecrets.list(mine))).toEqual([
          { name: 'KEY ü', allowed: true },
          { name: 'TOKEN', allowed: false },
          { name: 'token', allowed: true },
        ]);
        expect(await unwrapResult(givenSecrets.list(other))).toEqual([]);
      }),
    );
    it(
      'refuses a decision for a missing workspace',
      on(async ({ givenSecrets }) => {
        const { id } = sampleWorkspace();
        const decided = await unwrapRefusal(givenSecrets.decide(id, { name: 'TOKEN', allowed: true }));
        expect(decided.kind).toBe('storage-failed');
      }),
    );
  });
};
