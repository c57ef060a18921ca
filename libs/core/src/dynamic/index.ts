export { dynamicNames } from './names.js';
export { type DynamicParts, dynamicVariables } from './values.js';
