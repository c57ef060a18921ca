import { struct, t } from '../codec/index.js';
import { SavedRequest } from '../request-kinds.js';
import { Folder } from './folder.js';
import { FolderId } from '../ids.js';

/** What was deleted with a folder, so that all of it can come back. */
export const DeletedFolder = struct('a deleted folder', {
  id: FolderId,
  /** The folder itself and those inside it. */
  folders: t.readonlyArray(Folder),
  /** In the order of their creation, each with its place in its folder. */
  requests: t.readonlyArray(
    struct('a deleted request', { request: SavedRequest, seq: t.union([t.number, t.null]) }),
  ),
});
export type DeletedFolder = t.TypeOf<typeof DeletedFolder>;

/** How many deleted folders of a workspace are kept. */
export const maxDeletedFolders = 20;
