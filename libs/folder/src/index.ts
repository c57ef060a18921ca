export { type Entry, type FileOperations, fileOperations } from './files/operations.js';
export { createWorkspaceFolder, type FolderOptions } from './workspace-folder.js';
