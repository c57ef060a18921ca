export { createBrunoConverter } from './bruno/converter.js';
export { createDocumentReader, defaultReadingLimits } from './document-reader.js';
