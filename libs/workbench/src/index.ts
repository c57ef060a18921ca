export { systemClock, systemIds } from './ambient.js';
export { claimDataFolder } from './workbench.js';
export { createPostgresOpener } from './postgres-store.js';
export type { Claim, OpenedStore, Recovery } from '@tandem/persistence';
export {
  type AutomaticSettings,
  type AutomaticSynchronization,
  startAutomaticSynchronization,
} from './automatic-synchronization.js';
export { ensurePlayground, playgroundRequests } from './playground.js';
export { waitUpToLimit } from './workbench.js';
export type { RunOptions, RunPlanned } from './workbench.js';
export { openWorkbench, type StoreOpener, type Workbench, type WorkbenchOptions } from './workbench.js';
