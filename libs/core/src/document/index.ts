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
  fromPostmanAuth,
  findReplacedByPostmanAuth,
  findUnsupportedPostmanAuth,
} from './postman-auth.js';
export { toPostmanAuth } from './to-postman-auth.js';
