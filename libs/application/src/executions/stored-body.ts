import type { AppResult, ExecutionId, Ports, Secret, StoredBody, WorkspaceId } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { hideBodySecrets } from './secrets-in-bodies.js';
import { loadKnownSecrets } from '../secrets/secrets.js';

/** Reads the stored body of an execution, with `secrets` hidden. */
export type StoredBodies = (
  ports: Ports,
  workspaceId: WorkspaceId,
  id: ExecutionId,
  secrets: readonly Secret[],
) => AppResult<StoredBody | null>;

interface Read {
  readonly id: ExecutionId;
  readonly secrets: readonly Secret[];
  readonly body: StoredBody | null;
}

const isSame = (some: readonly Secret[], others: readonly Secret[]): boolean =>
  some.length === others.length &&
  some.every(({ name, value }, at) => name === others[at]?.name && value === others[at].value);

/** Reads stored bodies. The last one stays in memory, because a long body is read piece by piece. */
export const createStoredBodies = (): StoredBodies => {
  let last: Read | undefined;
  return (ports, workspaceId, id, secrets) => {
    if (last?.id === id && isSame(last.secrets, secrets)) return TE.right(last.body);
    return pipe(
      ports.store.executions.body(workspaceId, id),
      TE.flatMapTask((kept) => async () => {
        const body = kept === null ? null : await hideBodySecrets(ports, kept, secrets);
        last = { id, secrets, body };
        return body;
      }),
    );
  };
};

/** The whole stored body of an execution, with values that became secret since hidden too. Null if none is stored. */
export const readStoredBody =
  (ports: Ports, storedBodies: StoredBodies) =>
  (id: ExecutionId): AppResult<StoredBody | null> =>
    pipe(
      TE.Do,
      TE.apS('secrets', loadKnownSecrets(ports)),
      TE.apS('workspaceId', ports.store.executions.workspaceOf(id)),
      TE.flatMap(({ workspaceId, secrets }) => storedBodies(ports, workspaceId, id, secrets)),
    );
