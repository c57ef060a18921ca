export {
  type Fields,
  fieldsAt,
  isFields,
  isTrue,
  listAt,
  objectsAt,
  said,
  textAt,
  textOf,
} from './fields.js';
export { authFromPostman, lostOfPostmanAuth } from './from-postman-auth.js';
export { authToPostman } from './to-postman-auth.js';
