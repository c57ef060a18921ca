import {
  type AnyRequest,
  type AppError,
  type AppResult,
  createInvalidInput,
  getKindRecordById,
  findRequestKind,
  type WorkspaceId,
} from '@tandem/core';
import { attempt, E, pipe, taskEither, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';

const createUnknownDependencyError = (index: number, got: string): AppError =>
  createInvalidInput(`needs[${index}]`, 'is not the id, path or name of a request of this workspace', {
    expected: 'the id of a request',
    got,
  });

const createCycleError = (index: number, names: readonly string[], got: string): AppError =>
  createInvalidInput(`needs[${index}]`, `would make a circle: ${names.join(' → ')}; leave it out`, {
    expected: 'a request that does not need this one',
    got,
  });

interface DependentRequest {
  readonly workspaceId: WorkspaceId;
  /** Null for a request that is being created. Nothing can depend on it yet. */
  readonly present: Pick<AnyRequest, 'id' | 'needs'> | null;
  readonly name: string;
}

interface ReachedRequest {
  readonly id: string;
  /** The index of the direct dependency that leads to this request, and the names along the way. */
  readonly index: number;
  readonly names: readonly string[];
}

/**
 * Rejects a dependency that is not a request of the workspace, is the request itself, or depends on the request. A stored dependency may be
 * missing, for example after its deletion.
 */
export const refuseNeeds = (
  { store }: StoreAccess,
  { workspaceId, present, name }: DependentRequest,
  needs: readonly string[],
): AppResult<void> =>
  taskEither(function* () {
    const stored = new Set(present?.needs ?? []);
    const seen = new Set<string>();
    const queue: ReachedRequest[] = needs.map((id, index) => ({ id, index, names: [name] }));
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { id, index, names } = next;
      if (id === present?.id)
        return yield* attempt(E.left(createCycleError(index, [...names, name], needs[index] ?? id)));
      if (seen.has(id)) continue;
      seen.add(id);
      const isNew = names.length === 1 && !stored.has(id);
      const unknown = createUnknownDependencyError(index, id);
      const found = yield* attempt(
        pipe(
          findRequestKind(id) === undefined
            ? TE.left(unknown)
            : getKindRecordById(id).of(store).get(workspaceId, id),
          TE.orElse((error): AppResult<AnyRequest | undefined> => {
            if (!isNew) return TE.right(undefined);
            return TE.left(error.kind === 'storage-failed' ? error : unknown);
          }),
        ),
      );
      if (found === undefined) continue;
      queue.push(...found.needs.map((one) => ({ id: one, index, names: [...names, found.name] })));
    }
    return undefined;
  });
