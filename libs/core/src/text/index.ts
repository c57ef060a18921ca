export { visible, visibleLine } from './visible.js';
export { visibleJson, visibleValue } from './visible-value.js';
