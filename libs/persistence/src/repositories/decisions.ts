import type { ProvidedSecretDecisions, ScriptSendingDecisions } from '@tandem/core';

import type { Access } from '../access.js';
import { findRow, select, tryStorage } from '../rows/stored-rows.js';
import { providedSecrets, scriptSending } from '../schema/tables.js';

/** Stores which secrets from Tandem's environment a workspace may use, as decided by people. */
export const createProvidedSecrets = ({ rows, write }: Access): ProvidedSecretDecisions => ({
  list: (workspaceId) =>
    tryStorage('reading decisions about secrets')(async () => {
      const inOrder = `WHERE "workspaceId" = $1 ORDER BY "name"`;
      const found = await select(rows, providedSecrets, ['name', 'allowed'], inOrder, [workspaceId]);
      return found.map(({ name, allowed }) => ({ name, allowed: Boolean(allowed) }));
    }),
  decide: (workspaceId, { name, allowed }) =>
    tryStorage('storing a decision about a secret')(() =>
      write(async (db) => {
        await db.upsert(providedSecrets, { workspaceId, name, allowed }, ['workspaceId', 'name']);
      }),
    ),
});

/** Stores whether the scripts of a workspace may send requests, as decided by people. */
export const createScriptSendingDecisions = ({ rows, write }: Access): ScriptSendingDecisions => ({
  get: (workspaceId) =>
    tryStorage('reading whether scripts may send requests')(async () => {
      const row = await findRow(rows, scriptSending, { workspaceId });
      return row === undefined ? null : Boolean(row.allowed);
    }),
  decide: (workspaceId, allowed) =>
    tryStorage('storing whether scripts may send requests')(() =>
      write(async (db) => {
        await db.upsert(scriptSending, { workspaceId, allowed }, ['workspaceId']);
      }),
    ),
});
