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
  findLostPostmanAuth,
  toPostmanAuth,
} from './postman-auth.js';
