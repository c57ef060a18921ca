export { createBodyRoute } from './body-route.js';
export { createFilesRoute } from './files-route.js';
export { type PageServer, type PageServerOptions, startPageServer } from './page-server.js';
export { type PreferencesFile, openPreferencesFile } from './preferences-file.js';
export { RaiseAnswer, RaiseCall, type RaiseOutcome } from './raise.js';
export { raiseRoute } from './raise-route.js';
export { readStatus } from './read-status.js';
export { type UnsavedFile, openUnsavedFile } from './unsaved-file.js';
export { loadWindowKey } from './window-key.js';
