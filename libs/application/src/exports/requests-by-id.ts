import {
  type AppResult,
  everyKind,
  getKindRecordById,
  type LeftOut,
  type Ports,
  type SavedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** The requests that exist, read together: reading thousands one by one takes many seconds. */
export const loadRequestsById = (
  ports: Ports,
  { id }: Workspace,
  ids: readonly string[],
): AppResult<ReadonlyMap<string, SavedRequest>> =>
  pipe(
    everyKind,
    TE.traverseArray((kind) => {
      const own = ids.filter((one) => getKindRecordById(one as SavedRequest['id']) === kind);
      return own.length === 0 ? TE.right([]) : kind.of(ports.store).all(id, own);
    }),
    TE.map(
      (found) =>
        new Map(found.flatMap((some) => some as readonly SavedRequest[]).map((one) => [one.id, one])),
    ),
  );

/** The message for a selected request that no longer exists when it is read. */
export const describeDeletedRequest = (path: string): LeftOut => ({
  place: path,
  what: 'the request: it was deleted while it was exported',
});
