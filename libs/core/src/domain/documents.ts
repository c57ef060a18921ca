/** Documents that come in and go out. */
export * from './decode-text.js';
export * from './export.js';
export * from './import.js';
export { isCurl } from './is-curl.js';
