import type { AppResult, ExecutionId, Ports, StoredBody, WorkspaceId } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { hiddenBody } from './kept-body.js';
import { knownSecrets } from './secrets.js';

/** The stored body, with what has become a secret since hidden as well. */
export const storedBody = (
  ports: Ports,
  workspaceId: WorkspaceId,
  id: ExecutionId,
): AppResult<StoredBody | null> =>
  pipe(
    ports.store.executions.body(workspaceId, id),
    TE.flatMap((kept) =>
      kept === null
        ? TE.right(null)
        : pipe(
            knownSecrets(ports),
            TE.flatMapTask((secrets) => () => hiddenBody(ports, kept, secrets)),
          ),
    ),
  );

/** The stored body of an execution, whole; null when none is stored. */
export const readStoredBody =
  (ports: Ports) =>
  (id: ExecutionId): AppResult<StoredBody | null> =>
    pipe(
      ports.store.executions.workspaceOf(id),
      TE.flatMap((workspaceId) => storedBody(ports, workspaceId, id)),
    );
