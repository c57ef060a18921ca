import { expect, it } from 'vitest';

import { sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

/** What every adapter of the `GivenSecretDecisions` port promises. */
export const givenSecretsContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps decisions about given secrets`, open, (on) => {
    it(
      'has the last one of each name, by name, for one workspace',
      on(async ({ workspaces, givenSecrets }) => {
        const mine = (await given(workspaces.create(sampleWorkspace()))).id;
        const other = (await given(workspaces.create(sampleWorkspace()))).id;
        expect(await given(givenSecrets.list(mine))).toEqual([]);
        await given(givenSecrets.decide(mine, { name: 'TOKEN', allowed: true }));
        await given(givenSecrets.decide(mine, { name: 'KEY ü', allowed: true }));
        await given(givenSecrets.decide(mine, { name: 'TOKEN', allowed: false }));
        await given(givenSecrets.decide(mine, { name: 'token', allowed: true }));
        expect(await given(givenSecrets.list(mine))).toEqual([
          { name: 'KEY ü', allowed: true },
          { name: 'TOKEN', allowed: false },
          { name: 'token', allowed: true },
        ]);
        expect(await given(givenSecrets.list(other))).toEqual([]);
      }),
    );
    it(
      'refuses one of a workspace that is not there',
      on(async ({ givenSecrets }) => {
        const { id } = sampleWorkspace();
        const decided = await refusal(givenSecrets.decide(id, { name: 'TOKEN', allowed: true }));
        expect(decided.kind).toBe('storage-failed');
      }),
    );
  });
};
