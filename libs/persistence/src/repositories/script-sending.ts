import type { ScriptSendingDecisions } from '@tandem/core';

import type { Access } from '../access.js';
import { tryStorage } from '../rows/stored-rows.js';
import { scriptSending } from '../schema/tables.js';

/** Decisions of people about requests that scripts send. */
export const createScriptSending = ({ rows, write }: Access): ScriptSendingDecisions => ({
  get: (workspaceId) =>
    tryStorage('reading whether scripts may send requests')(async () => {
      const [row] = await rows(
        `SELECT "allowed" FROM "${scriptSending.options.name}" WHERE "workspaceId" = $1`,
        [workspaceId],
      );
      return row === undefined ? null : Boolean(row.allowed);
    }),
  decide: (workspaceId, allowed) =>
    tryStorage('storing whether scripts may send requests')(() =>
      write(async (db) => {
        await db.upsert(scriptSending, { workspaceId, allowed }, ['workspaceId']);
      }),
    ),
});
