export { type CallSecrets, createCallSecrets } from './call-secrets.js';
export { type ExposedSecret, findExposed } from './exposed-secrets.js';
export { replaceMarkersByVariables, formatSecretMarker } from './marker.js';
export { createRedactor, prepareRedactor, type Redactor, minHiddenLength } from './redactor.js';
export { nameSecrets, referToSecrets } from './refer-to-secrets.js';
export {
  isCommonWord,
  isDistinctive,
  isOrdinaryText,
  isPlainText,
  isRandomText,
  looksLikeToken,
} from './shape.js';
export {
  type FindSecret,
  prepareSearch,
  createSecretSearch,
  type Secret,
  selectSearchValues,
} from './search.js';
export { selectWithheldSecrets, minFileSecretLength } from './written-secrets.js';
