export { renderExport } from './render-export.js';
