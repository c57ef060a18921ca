/** A table row. */
export const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });
/** A format 5 request. */
export const request = (fields: object = {}) => ({
  ...{ url: 'https://a.example', name: 'r', method: 'GET', meta: { id: 'req_1' } },
  ...fields,
});
/** A format 5 document. */
export const document = (fields: object) => ({
  ...{ type: 'collection.insomnia.rest/5.0', name: 'I', meta: { id: 'wrk_1' } },
  ...fields,
});
/** A document with one request `r`. */
export const createDocument = (fields: object = {}, more: object = {}) =>
  document({ collection: [request(fields)], ...more });
/** A document with one folder `f`. */
export const folder = (fields: object) =>
  document({ collection: [{ name: 'f', meta: { id: 'fld_1' }, children: [], ...fields }] });
/** A document with one request with that auth. */
export const auth = (type: string, fields: object = {}) =>
  createDocument({ authentication: { type, ...fields } });
/** The message about a template tag. */
export const tag = (text: string): string =>
  `the template tag ${text} stays as it is; compute its value in onRequest`;
