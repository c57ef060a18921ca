export { markersAsVariables, secretMarker } from './marker.js';
export { createRedactor, type Redactor, shortestHidden } from './redactor.js';
export {
  isCommonWord,
  isDistinctive,
  isOrdinaryText,
  isPlainText,
  isRandomText,
  looksLikeToken,
} from './shape.js';
export { type FindSecret, searchOf, type Secret, soughtValues } from './search.js';
