export { createDocuments, defaultWritingLimits } from './documents.js';
export { renderExport } from './render-export.js';
