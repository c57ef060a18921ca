export {
  type CallSecrets,
  createCallSecrets,
  replaceMarkersByVariables,
  formatSecretMarker,
  createRedactor,
  prepareRedactor,
  type Redactor,
  minRedactedLength,
} from './redactor.js';
export {
  type ExposedSecret,
  findExposedSecrets,
  isReference,
  selectWithheldSecrets,
  minFileSecretLength,
} from './exposed-secrets.js';
export { nameSecrets, referToSecrets } from './refer-to-secrets.js';
export {
  isCommonWord,
  isDistinctive,
  isOrdinaryText,
  isPlainText,
  isRandomText,
  looksLikeToken,
} from './shape.js';
export { type FindSecret, prepareSearch, createSecretSearch, selectSearchValues } from './search.js';
export type { Secret } from './finder.js';
