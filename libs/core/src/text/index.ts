export { toVisibleText, toVisibleLine } from './visible.js';
export { toVisibleJson, toVisibleValue } from './visible-value.js';
