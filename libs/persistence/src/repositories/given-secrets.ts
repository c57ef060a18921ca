import type { GivenSecretDecision, GivenSecretDecisions } from '@tandem/core';

import type { Access } from '../access.js';
import { storing } from '../rows.js';
import { givenSecrets, type Row } from '../schema/tables.js';

const decisionOf = ({ name, allowed }: Row): GivenSecretDecision => ({
  name: String(name),
  allowed: Boolean(allowed),
});

/** Decisions of people about given secrets. */
export const createGivenSecrets = ({ rows, write }: Access): GivenSecretDecisions => ({
  list: (workspaceId) =>
    storing('reading decisions about secrets')(async () => {
      const found = await rows(
        `SELECT "name", "allowed" FROM "${givenSecrets.options.name}" WHERE "workspaceId" = $1 ORDER BY "name"`,
        [workspaceId],
      );
      return found.map(decisionOf);
    }),
  decide: (workspaceId, { name, allowed }) =>
    storing('storing a decision about a secret')(() =>
      write(async (db) => {
        await db.upsert(givenSecrets, { workspaceId, name, allowed }, ['workspaceId', 'name']);
      }),
    ),
});
