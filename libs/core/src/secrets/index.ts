export { type Exposed, findExposed } from './exposed-secrets.js';
export { markersAsVariables, secretMarker } from './marker.js';
export { createRedactor, prepareRedactor, type Redactor, shortestHidden } from './redactor.js';
export { nameSecrets, referToSecrets } from './refer-to-secrets.js';
export {
  isCommonWord,
  isDistinctive,
  isOrdinaryText,
  isPlainText,
  isRandomText,
  looksLikeToken,
} from './shape.js';
export { type FindSecret, prepareSearch, searchOf, type Secret, soughtValues } from './search.js';
export { keptOutOfFiles, shortestInFiles } from './written-secrets.js';
