export { toVisibleText, toVisibleLine } from './visible.js';
export { toVisibleJson, toVisibleValue } from './visible-value.js';
export { type CutExtent, cutFields, cutList, cutTextAt, describeCut, excerptValues } from './cut.js';
