export {
  type Fields,
  fieldsAt,
  isFields,
  isTrue,
  listAt,
  objectsAt,
  removeEmptyFields,
  textAt,
  textOf,
} from './fields.js';
export { authFromPostman, findLostPostmanAuth } from './from-postman-auth.js';
export { authToPostman } from './to-postman-auth.js';
