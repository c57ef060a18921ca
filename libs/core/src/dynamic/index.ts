export { dynamicNames } from './names.js';
