export { createDocumentReader, defaultReadingLimits } from './document-reader.js';
