export { bodyRoute } from './body-route.js';
export { filesRoute } from './files-route.js';
export { type PageServer, type PageServerOptions, startPageServer } from './page-server.js';
export { type PreferencesFile, preferencesFile } from './preferences-file.js';
export { RaiseAnswer, RaiseCall, type Shown } from './raise.js';
export { raiseRoute } from './raise-route.js';
export { readStatus } from './read-status.js';
export { type UnsavedFile, unsavedFile } from './unsaved-file.js';
export { windowKey } from './window-key.js';
