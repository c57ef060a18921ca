export { markersAsVariables, secretMarker } from './marker.js';
export { isOrdinaryText, looksLikeToken } from './ordinary-text.js';
export { createRedactor, type Redactor, shortestHidden } from './redactor.js';
export { isCommonWord, isDistinctive, isPlainText, isRandomText } from './shape.js';
export { type FindSecret, searchOf, type Secret, soughtValues } from './search.js';
