export { importMemories } from './files/request-files.js';
export { requestFiles } from './files/request-files.js';
export { createWorkspaceLocations } from './files/workspace-locations.js';
export { jsonPath } from './json-path/json-path.js';
export { type KeychainSecrets, keychainSecrets, UnusableKeychain } from './secrecy/keychain.js';
