import {
  type AppResult,
  type Folder,
  type FolderBase,
  type FolderChange,
  isWithin,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';

/** What a synchronization says about folders: which directories are gone, and where their requests are now. */
export interface FolderMoves {
  /** Folders that held requests at the last synchronization and have no directory any more. */
  readonly gone: readonly string[];
  readonly bases: readonly FolderBase[];
  readonly changes: readonly FolderChange[];
}

/** The folder of each request after the changes; null for one that is removed. */
const foldersAfter = ({ bases, changes }: FolderMoves): ReadonlyMap<string, string | null> => {
  const after = new Map<string, string | null>(bases.map(({ id, folder }) => [id, folder]));
  for (const change of changes) {
    if (change.do === 'remove') after.set(change.id, null);
    else if ('folder' in change.entity.fields) after.set(change.entity.id, change.entity.fields.folder);
  }
  return after;
};

/** Where all requests of `from` have gone, each as deep in it as before; undefined if they went separate ways. */
const targetOf = (
  from: string,
  bases: readonly FolderBase[],
  after: ReadonlyMap<string, string | null>,
): string | undefined => {
  const targets = new Set(
    bases
      .filter(({ folder }) => isWithin(from, folder))
      .flatMap(({ id, folder }) => {
        const now = after.get(id) ?? null;
        const inner = folder.slice(from.length);
        if (now === null) return [];
        return now.endsWith(inner) ? [now.slice(0, now.length - inner.length)] : [''];
      }),
  );
  const [target] = targets;
  return targets.size === 1 && target !== '' && target !== from ? target : undefined;
};

/** Gives folders whose directories were renamed or moved their new paths, so that they stay the same folders. */
export const renameFolders = (
  { store, clock }: Pick<Transaction, 'store' | 'clock'>,
  workspaceId: WorkspaceId,
  moves: FolderMoves,
): AppResult<unknown> => {
  if (moves.gone.length === 0) return TE.right(undefined);
  const after = foldersAfter(moves);
  const updatedAt = clock.now().toISOString();
  return pipe(
    store.folders.list(workspaceId),
    TE.flatMap((all) => {
      const paths = new Set(all.map(({ path }) => path));
      const renamed = all.flatMap((folder): readonly Folder[] => {
        if (!moves.gone.includes(folder.path)) return [];
        const path = targetOf(folder.path, moves.bases, after);
        return path === undefined || paths.has(path)
          ? []
          : [{ ...folder, path, revision: folder.revision + 1, updatedAt }];
      });
      return TE.sequenceSeqArray(renamed.map((one) => store.folders.replace(one, one.revision - 1)));
    }),
  );
};

/** Removes the folders whose directories are gone and in which nothing is left. */
export const removeGoneFolders = (
  { store }: Pick<Transaction, 'store'>,
  workspaceId: WorkspaceId,
  gone: readonly string[],
): AppResult<unknown> => {
  if (gone.length === 0) return TE.right(undefined);
  return pipe(
    TE.Do,
    TE.bind('all', () => store.folders.list(workspaceId)),
    TE.bind('places', () => store.requestPlaces.list(workspaceId)),
    TE.flatMap(({ all, places }) => {
      const stays = (folder: Folder): boolean =>
        !gone.includes(folder.path) || places.some((place) => isWithin(folder.path, place.folder));
      const left = all.filter(stays);
      const empty = all.filter(
        (folder) => !stays(folder) && !left.some(({ path }) => isWithin(folder.path, path)),
      );
      return TE.sequenceSeqArray(empty.map(({ id }) => store.folders.remove(workspaceId, id)));
    }),
  );
};
