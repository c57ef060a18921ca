export { type Entry, type FileOperations, fileOperations } from './files/operations.js';
export { createMergeDriver } from './git/merge-driver.js';
export { createWorkspaceFolder, type FolderOptions } from './workspace-folder.js';
