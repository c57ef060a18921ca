export { getDataFilePaths, defaultDataFolder, isDataFile } from './data-files.js';
export { keepPrivate } from './keep-private.js';
export { makeFolder } from './make-folder.js';
export { replaceFile } from './replace-file.js';
export {
  createWorkers,
  isPart,
  nextPart,
  findWorkerFile,
  type WorkerLimits,
  type WorkerOutcome,
  type Workers,
} from './workers.js';
