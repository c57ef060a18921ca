export { dynamicNames, type DynamicParts, dynamicVariables } from './values.js';
