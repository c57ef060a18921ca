import {
  type AnyRequest,
  type AppError,
  type AppResult,
  createInvalidInput,
  getKindRecordById,
  findRequestKind,
  type WorkspaceId,
} from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';

const createUnknownDependencyError = (index: number, got: string): AppError =>
  createInvalidInput(`needs[${index}]`, 'is not the id, path or name of a request of this workspace', {
    expected: 'the id of a request',
    got,
  });

const findCircle = (index: number, names: readonly string[], got: string): AppError =>
  createInvalidInput(`needs[${index}]`, `would make a circle: ${names.join(' → ')}; leave it out`, {
    expected: 'a request that does not need this one',
    got,
  });

interface DependentRequest {
  readonly workspaceId: WorkspaceId;
  /** Null for a request that is being created, which nothing can depend on yet. */
  readonly present: Pick<AnyRequest, 'id' | 'needs'> | null;
  readonly name: string;
}

interface ReachedRequest {
  readonly id: string;
  /** Which of the dependencies led here, and by which names. */
  readonly index: number;
  readonly names: readonly string[];
}

/**
 * Rejects invalid dependencies of a request: anything but a request of its workspace, itself, and what depends on it.
 * Existing dependencies may be missing, as after a deletion.
 */
export const refuseNeeds =
  (
    { store }: StoreAccess,
    { workspaceId, present, name }: DependentRequest,
    needs: readonly string[],
  ): AppResult<void> =>
  async () => {
    const kept = new Set(present?.needs ?? []);
    const seen = new Set<string>();
    const queue: ReachedRequest[] = needs.map((id, index) => ({ id, index, names: [name] }));
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { id, index, names } = next;
      if (id === present?.id) return E.left(findCircle(index, [...names, name], needs[index] ?? id));
      if (seen.has(id)) continue;
      seen.add(id);
      const isDirect = names.length === 1;
      const found: E.Either<AppError, AnyRequest> =
        findRequestKind(id) === undefined
          ? E.left(createUnknownDependencyError(index, id))
          : await getKindRecordById(id).of(store).get(workspaceId, id)();
      if (E.isRight(found)) {
        const { needs: further, name: via } = found.right;
        queue.push(...further.map((one) => ({ id: one, index, names: [...names, via] })));
        continue;
      }
      if (isDirect && !kept.has(id))
        return E.left(
          found.left.kind === 'storage-failed' ? found.left : createUnknownDependencyError(index, id),
        );
    }
    return E.right(undefined);
  };
