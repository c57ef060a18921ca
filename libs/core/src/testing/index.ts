export { arbitraryOf } from './arbitraries.js';
export { unwrapResult, type OpenedStore, type OpenStore, refusal } from './contracts/opened.js';
export { repositoriesContract } from './contracts/repositories.js';
export { type OpenedTwice, sharedStoreContract } from './contracts/shared-store.js';
export { createCountingIds, type FixedClock, createFixedClock } from './fixed-ambient.js';
export { memoryStore } from '../memory/store.js';
export {
  emptyJar,
  sampleActivity,
  sampleCookie,
  sampleToken,
  sampleEnvironment,
  sampleExecution,
  sampleFolder,
  sampleGraphqlRequest,
  sampleRequest,
  sampleRun,
  sampleTime,
  sampleWorkspace,
} from './samples.js';
