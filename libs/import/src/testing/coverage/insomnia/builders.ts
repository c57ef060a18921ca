/** Creates a table row. */
export const createRow = (name: string, value: string, enabled = true) => ({ name, value, enabled });
/** Creates a format 5 request. */
export const createRequest = (fields: object = {}) => ({
  ...{ url: 'https://a.example', name: 'r', method: 'GET', meta: { id: 'req_1' } },
  ...fields,
});
/** Creates a format 5 document. */
export const createCollection = (fields: object) => ({
  ...{ type: 'collection.insomnia.rest/5.0', name: 'I', meta: { id: 'wrk_1' } },
  ...fields,
});
/** Creates a document with one request `r`. */
export const createRequestDocument = (fields: object = {}, more: object = {}) =>
  createCollection({ collection: [createRequest(fields)], ...more });
/** Creates a document with one folder `f`. */
export const createFolderDocument = (fields: object) =>
  createCollection({ collection: [{ name: 'f', meta: { id: 'fld_1' }, children: [], ...fields }] });
/** Creates a document with one request with that auth. */
export const createAuthDocument = (type: string, fields: object = {}) =>
  createRequestDocument({ authentication: { type, ...fields } });
/** The message about a template tag. */
export const describeTag = (text: string): string =>
  `the template tag ${text} stays as it is; compute its value in onRequest`;

const workspace = { _id: 'wrk_1', _type: 'workspace', name: 'I', parentId: null };
/** Creates a format 4 document with these resources in its workspace. */
export const createResourceDocument = (...given: readonly object[]) => ({
  ...{ _type: 'export', __export_format: 4 },
  resources: [workspace, ...given],
});
/** A format 4 request. */
export const request4 = (fields: object = {}) => ({
  ...{
    _id: 'req_1',
    _type: 'request',
    parentId: 'wrk_1',
    name: 'r',
    method: 'GET',
    url: 'https://a.example',
  },
  ...fields,
});
/** Creates a format 4 document with a request, and a resource of another type. */
export const createOtherResource = (type: string, fields: object = {}) =>
  createResourceDocument(request4(), { _id: 'o_1', _type: type, parentId: 'wrk_1', name: 'o', ...fields });
