export { type Entry, type FileOperations, fileOperations } from './files/operations.js';
export { createWorkspaceFolder } from './workspace-folder.js';
