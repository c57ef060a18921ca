/** Creates a collection with one item. */
export const createCollection = (item: unknown, more: object = {}) => ({
  info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [item],
  ...more,
});
/** Creates a collection with one request `r`. */
export const createItem = (request: unknown, more: object = {}) =>
  createCollection({ name: 'r', request, ...more });
/** Creates a collection with one GET. */
export const createGet = (fields: object, more: object = {}) =>
  createItem({ method: 'GET', url: 'https://a.example', ...fields }, more);
/** Creates a collection with one POST with that body. */
export const createPost = (body: object, more: object = {}) =>
  createItem({ method: 'POST', url: 'https://a.example', body, ...more });
/** Creates a collection with one GET with these settings. */
export const createBehavior = (fields: object) => createGet({}, { protocolProfileBehavior: fields });
/** Creates a collection with one GET with that auth. */
export const createAuth = (type: string, fields: Readonly<Record<string, unknown>>) =>
  createGet({ auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) } });
/** Creates a table row. */
export const createRow = (name: string, value: string, enabled = true) => ({ name, value, enabled });
