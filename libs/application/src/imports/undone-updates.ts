import type { AppResult, ImportMemory, Ports, RememberedImport, Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';
import { presentRequests } from './apply-update.js';
import { readMemory } from './import-memory.js';

/** How many changes of an update are searched. An undo reverts all that it can. */
const maxInspectedChanges = 200;

/**
 * What is remembered of an import whose last update was undone: the state before it, plus the requests that the undo
 * left because somebody had changed them.
 */
const rewindUndoneUpdate = (
  stored: StoreAccess,
  workspace: Workspace,
  { last, ...remembered }: RememberedImport,
): AppResult<RememberedImport> =>
  pipe(
    presentRequests(stored, workspace, remembered),
    TE.map((present) => {
      if (last === undefined) return remembered;
      const known = new Set(last.requests.map(({ origin }) => origin));
      const left = remembered.requests.filter(({ origin, id }) => !known.has(origin) && present.has(id));
      return { ...remembered, requests: [...last.requests, ...left], environments: last.environments };
    }),
  );

/** What imports wrote, without the undone updates. The next update applies them again. */
const removeUndoneUpdates = (
  stored: StoreAccess,
  workspace: Workspace,
  memory: ImportMemory,
): AppResult<ImportMemory> =>
  pipe(
    memory.imports,
    TE.traverseSeqArray((one) =>
      one.last === undefined
        ? TE.right(one)
        : pipe(
            stored.store.activities.list(workspace.id, { group: one.last.group, take: maxInspectedChanges }),
            TE.flatMap(({ items }) =>
              items.some(({ undone }) => undone === true)
                ? rewindUndoneUpdate(stored, workspace, one)
                : TE.right(one),
            ),
          ),
    ),
    TE.map((imports) => ({ ...memory, imports })),
  );

/** What imports of a workspace wrote that is still in effect. */
export const presentMemory = (ports: Ports, workspace: Workspace): AppResult<ImportMemory> =>
  pipe(
    readMemory(ports, workspace),
    TE.flatMap((memory) => removeUndoneUpdates(ports, workspace, memory)),
  );
