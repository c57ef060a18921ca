export { getArbitrary } from './arbitraries.js';
export { unwrapResult, type OpenedStore, type OpenStore, unwrapRefusal } from './contracts/opened.js';
export { testRepositoriesContract } from './contracts/repositories.js';
export { type OpenedTwice, testSharedStoreContract } from './contracts/shared-store.js';
export { createCountingIds, type FixedClock, createFixedClock } from './fixed-ambient.js';
export { createMemoryStore } from '../memory/store.js';
export {
  createEmptyJar,
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
