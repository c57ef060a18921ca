import type { ProvidedSecretDecision, ProvidedSecretDecisions } from '@tandem/core';

import type { Access } from '../access.js';
import { tryStorage } from '../rows/stored-rows.js';
import { providedSecrets, type Row } from '../schema/tables.js';

const decisionOf = ({ name, allowed }: Row): ProvidedSecretDecision => ({
  name: String(name),
  allowed: Boolean(allowed),
});

/** Decisions of people about given secrets. */
export const createProvidedSecrets = ({ rows, write }: Access): ProvidedSecretDecisions => ({
  list: (workspaceId) =>
    tryStorage('reading decisions about secrets')(async () => {
      const found = await rows(
        `SELECT "name", "allowed" FROM "${providedSecrets.options.name}" WHERE "workspaceId" = $1 ORDER BY "name"`,
        [workspaceId],
      );
      return found.map(decisionOf);
    }),
  decide: (workspaceId, { name, allowed }) =>
    tryStorage('storing a decision about a secret')(() =>
      write(async (db) => {
        await db.upsert(providedSecrets, { workspaceId, name, allowed }, ['workspaceId', 'name']);
      }),
    ),
});
