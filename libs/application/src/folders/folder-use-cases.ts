import type { Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { atomic } from '../transaction.js';
import { deleteFolder, restoreFolder } from './delete-folder.js';
import { createFolder, getFolder, listFolders, updateFolder } from './folders.js';
import { moveFolder } from './move-folder.js';
import type { ReadRevised, SessionView } from '../seen-revisions.js';

const readFolder =
  (ports: Ports): ReadRevised =>
  (input) =>
    pipe(
      getFolder(ports)(input),
      TE.map(({ folder }) => folder),
    );

/** The use cases of folders. */
export const folderUseCases = (ports: Ports, { noting, guarding }: SessionView) => ({
  list: listFolders(ports),
  get: noting(getFolder(ports), ({ folder }) => [folder]),
  create: noting(atomic(ports, createFolder), (one) => [one]),
  update: noting(guarding(atomic(ports, updateFolder), readFolder(ports)), (one) => [one]),
  move: atomic(ports, moveFolder),
  remove: atomic(ports, deleteFolder),
  restore: atomic(ports, restoreFolder),
});
