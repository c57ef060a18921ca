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
  findUnsupportedPostmanAuth,
  toPostmanAuth,
} from './postman-auth.js';
