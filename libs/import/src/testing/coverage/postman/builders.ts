/** A collection with one item. */
export const collection = (item: unknown, more: object = {}) => ({
  info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [item],
  ...more,
});
/** A collection with one request `r`. */
export const item = (request: unknown, more: object = {}) => collection({ name: 'r', request, ...more });
/** A collection with one GET. */
export const get = (fields: object, more: object = {}) =>
  item({ method: 'GET', url: 'https://a.example', ...fields }, more);
/** A collection with one POST with that body. */
export const post = (body: object, more: object = {}) =>
  item({ method: 'POST', url: 'https://a.example', body, ...more });
/** A collection with one GET with these settings. */
export const behavior = (fields: object) => get({}, { protocolProfileBehavior: fields });
/** A collection with one GET with that auth. */
export const auth = (type: string, fields: Readonly<Record<string, unknown>>) =>
  get({ auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) } });
/** A table row. */
export const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });
