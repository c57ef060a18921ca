const workspace = { _id: 'wrk_1', _type: 'workspace', name: 'I', parentId: null };
/** A format 4 document with these resources in its workspace. */
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
/** A format 4 document with a request, and a resource of another type. */
export const createOtherResource = (type: string, fields: object = {}) =>
  createResourceDocument(request4(), { _id: 'o_1', _type: type, parentId: 'wrk_1', name: 'o', ...fields });
