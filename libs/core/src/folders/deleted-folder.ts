import { struct, t } from '../codec/index.js';
import { SavedRequest } from '../request-kinds.js';
import { Folder } from './folder.js';
import { FolderId } from '../ids.js';

/** What was deleted with a folder, for restoring all of it. */
export const DeletedFolder = struct('a deleted folder', {
  id: FolderId,
  /** The folder itself and those inside it. */
  folders: t.readonlyArray(Folder),
  /** In creation order, each with its position in its folder. */
  requests: t.readonlyArray(
    struct('a deleted request', { request: SavedRequest, seq: t.union([t.number, t.null]) }),
  ),
});
export type DeletedFolder = t.TypeOf<typeof DeletedFolder>;

/** Maximum number of stored deleted folders per workspace. */
export const maxDeletedFolders = 20;
