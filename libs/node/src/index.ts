export { getDataFilePaths, defaultDataFolder, isDataFile } from './data-files.js';
export { keepPrivate, makeFolder, replaceFile } from './private-files.js';
export {
  createWorkers,
  isPart,
  nextPart,
  findWorkerFile,
  type WorkerLimits,
  type WorkerOutcome,
  type Workers,
} from './workers.js';
