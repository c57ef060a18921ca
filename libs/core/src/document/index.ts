export {
  type Fields,
  getFields,
  isFields,
  isTrue,
  getList,
  getObjects,
  removeEmptyFields,
  getText,
  toText,
} from './fields.js';
export { fromPostmanAuth, findLostPostmanAuth } from './from-postman-auth.js';
export { toPostmanAuth } from './to-postman-auth.js';
