export { systemClock, systemIds } from './ambient.js';
export { dataFiles, defaultDataFolder } from './data-folder.js';
export { ensurePlayground, playgroundRequests } from './playground.js';
export { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.js';
