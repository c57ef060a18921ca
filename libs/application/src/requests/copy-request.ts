import {
  type AnyRequest,
  type AppResult,
  copyName,
  everyKind,
  type RequestKindOf,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess, Transaction } from '../transaction.js';
import { makeRoom } from './request-order.js';
import { resolveRequestId } from './request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { createSaved } from './saved-requests.js';

export interface RequestCopyInput {
  readonly workspaceId?: string;
  readonly id: string;
  readonly name?: string;
  readonly folder?: string;
  /** The fields that the copy has other values for, decoded by the codec of its kind. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** The names of all requests directly in a folder. */
const listNamesInFolder = (
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  folder: string,
): AppResult<readonly string[]> =>
  pipe(
    everyKind,
    TE.traverseSeqArray(({ of }) => of(store).list(workspaceId, { folder, take: 1_000_000 })),
    TE.map((pages) =>
      pages.flatMap(({ items }) => items.filter((one) => one.folder === folder).map(({ name }) => name)),
    ),
  );

/** Copies a request with everything in it. Places the copy after the original, or last if it is in another folder. */
export const copySaved =
  <A extends AnyRequest, S>(kind: RequestKindOf<A, S>) =>
  (transaction: Transaction) =>
  (input: RequestCopyInput): AppResult<A> => {
    const { store, clock } = transaction;
    return pipe(
      resolveWorkspace({ store })(input.workspaceId),
      TE.bindTo('workspace'),
      TE.bind('id', ({ workspace }) => resolveRequestId({ store }, kind, workspace.id, input.id)),
      TE.bind('original', ({ workspace, id }) => kind.of(store).get(workspace.id, id)),
      TE.let('folder', ({ original }) => input.folder ?? original.folder),
      TE.bind('taken', ({ workspace, folder }) => listNamesInFolder({ store }, workspace.id, folder)),
      TE.flatMap(({ workspace, original, folder, taken }) => {
        const {
          id: _id,
          revision: _revision,
          createdAt: _createdAt,
          updatedAt: _updatedAt,
          ...fields
        } = original;
        const free = taken.includes(original.name) ? copyName(original.name, taken) : original.name;
        const name = input.name ?? free;
        const copy = { ...fields, ...input.changes, workspaceId: workspace.id, folder, name } as Parameters<
          ReturnType<ReturnType<typeof createSaved<A, S>>>
        >[0];
        return pipe(
          createSaved(kind)(transaction)(copy),
          TE.tap(({ id }) => {
            if (folder !== original.folder) return TE.right(undefined);
            const at = clock.now().toISOString();
            const position = { id, folder, after: original.id } as Parameters<typeof makeRoom>[0]['input'];
            return makeRoom(
              { transaction, workspaceId: workspace.id, at, input: position },
              { folder, isMoved: false },
            );
          }),
        );
      }),
    );
  };
