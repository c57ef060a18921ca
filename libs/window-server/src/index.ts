export { createBodyRoute } from './routes.js';
export { createFilesRoute } from './routes.js';
export { type PageServer, type PageServerOptions, startPageServer } from './page-server.js';
export { type PreferencesFile, openPreferencesFile } from './page-storage.js';
export { RaiseAnswer, RaiseCall, type RaiseOutcome } from './raise.js';
export { createRaiseRoute } from './raise.js';
export { readStatus } from './page-server.js';
export { type UnsavedFile, openUnsavedFile } from './page-storage.js';
export { loadWindowKey } from './session.js';
