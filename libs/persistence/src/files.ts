export { importMemories } from './folder/import-memories.js';
export { requestFiles } from './folder/request-files.js';
export { workspaceLocations } from './folder/workspace-locations.js';
export { jsonPath } from './json-path/json-path.js';
