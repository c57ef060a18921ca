import {
  type AppResult,
  everyKind,
  kindOfId,
  type Ports,
  type SavedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** Those of the requests that are there, read together: one by one, thousands take many seconds. */
export const requestsById = (
  ports: Ports,
  { id }: Workspace,
  ids: readonly string[],
): AppResult<ReadonlyMap<string, SavedRequest>> =>
  pipe(
    everyKind,
    TE.traverseArray((kind) => {
      const own = ids.filter((one) => kindOfId(one as SavedRequest['id']) === kind);
      return own.length === 0 ? TE.right([]) : kind.of(ports.store).all(id, own);
    }),
    TE.map(
      (found) =>
        new Map(found.flatMap((some) => some as readonly SavedRequest[]).map((one) => [one.id, one])),
    ),
  );
