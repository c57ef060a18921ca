export { type DataFolder, findDataFolder } from './files/data-folder.js';
export { type Entry, type FileOperations, fileOperations } from './files/operations.js';
export { type FolderWatch, watchFolder } from './watch/watch-folder.js';
export { agentHabits } from './notes.js';
export { createFolderVersions } from './git/compare-versions.js';
export { createMergeDriver, formatDriverCommand } from './git/merge-driver.js';
export { defaultFolderLimits, type FolderLimits, readFolderLimits } from './yaml/limits.js';
export { createFolderSync, type FolderOptions } from './folder-sync.js';
export { createScriptFiles } from './files/script-files.js';
export {
  createEnvFiles,
  envFileName,
  formatEnvLine,
  formatKeychainReference,
  parseEnvFile,
  readMaxEnvFileBytes,
  type ReadKeychain,
  resolveReferences,
} from './files/env-files.js';
