export { dynamicNames } from './names.js';
export { type DynamicParts, createDynamicVariables } from './values.js';
