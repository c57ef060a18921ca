import { mergeOperations } from '../merge-operations.js';
import { foldersDelete } from './delete-folder.js';
import { foldersCreate, foldersUpdate } from './folders.js';
import { foldersMove } from './move-folder.js';

export const foldersEdit = mergeOperations({
  name: 'folders_edit',
  title: 'Edit a folder',
  description:
    'Creates (path), updates, moves (parent, before or after) or deletes a folder (id) with its requests.',
  choices: { create: foldersCreate, update: foldersUpdate, move: foldersMove, delete: foldersDelete },
});
