import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createRow } from './builders.js';
import { createOtherResource, request4, createResourceDocument } from './resources.js';

/** What is specific to format 4. */
export const resourceRows: readonly Row[] = [
  createKeptRow('request', createResourceDocument(request4()), {
    request: { name: 'r', url: 'https://a.example' },
  }),
  createKeptRow(
    'request_group',
    createResourceDocument({ _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'f' }),
    {
      folder: { path: 'f' },
    },
  ),
  createKeptRow(
    'workspace.description',
    {
      ...{ _type: 'export', __export_format: 4 },
      resources: [{ _id: 'wrk_1', _type: 'workspace', name: 'I', description: 'd' }, request4()],
    },
    { root: { description: 'd' } },
  ),
  createKeptRow(
    'environment',
    createResourceDocument(request4(), {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'E',
      data: { a: 1 },
    }),
    {
      environments: [{ variables: [createRow('a', '1')] }],
    },
  ),
  createKeptRow(
    'settingFollowRedirects',
    createResourceDocument(request4({ settingFollowRedirects: 'off' })),
    {
      request: { settings: { followRedirects: false } },
    },
  ),
  createKeptRow('settingSendCookies', createResourceDocument(request4({ settingSendCookies: false })), {
    request: { settings: { cookies: false } },
  }),
  createListedRow(
    'settingStoreCookies',
    createResourceDocument(request4({ settingStoreCookies: false })),
    'r',
    'that the cookies of its response are not stored',
  ),
  createListedRow(
    'settingEncodeUrl',
    createResourceDocument(request4({ settingEncodeUrl: false })),
    'r',
    'that its URL is not encoded',
  ),
  createListedRow(
    'settingDisableRenderRequestBody',
    createResourceDocument(request4({ settingDisableRenderRequestBody: true })),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  createListedRow(
    'settingRebuildPath',
    createResourceDocument(request4({ settingRebuildPath: false })),
    'r',
    'that “..” stays in the path of its URL',
  ),
  createKeptRow(
    'settingValidateCertificates',
    createResourceDocument(request4({ settingValidateCertificates: false })),
    {
      request: { settings: { tls: { verify: false } } },
    },
  ),
  createListedRow(
    'other settings',
    createResourceDocument(request4({ settingOther: 'a' })),
    'r',
    'its setting settingOther: a',
  ),
  createChangedRow(
    'other settings without a value',
    'are not needed',
    createResourceDocument(request4({ settingOther: null })),
    {
      request: { settings: {} },
    },
  ),
  createKeptRow(
    'environment whose workspace is not in the document',
    {
      ...{ _type: 'export', __export_format: 4 },
      resources: [
        request4({ parentId: 'wrk_9' }),
        { _id: 'env_1', _type: 'environment', parentId: 'wrk_9', name: 'E', data: { a: 1 } },
        { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'S', data: { b: 2 } },
      ],
    },
    { environments: [{ name: 'E' }, { name: 'S', extends: 'E' }] },
  ),
  createListedRow(
    'resources of other types',
    createOtherResource('mcp_request'),
    'o',
    'it is a resource of the type mcp_request',
  ),
  createChangedRow(
    'request_meta and others that Insomnia notes for itself',
    'are not needed',
    createOtherResource('request_meta'),
    {
      request: { name: 'r' },
    },
  ),
  createListedRow(
    'preRequestScript',
    createResourceDocument(request4({ preRequestScript: 'a()' })),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  createListedRow(
    'a parent that is not in the document',
    createResourceDocument(request4({ parentId: 'fld_9' })),
    'r',
    'the folder fld_9 that it is in is not in the document; it stands at the root',
  ),
  createListedRow(
    'cookie_jar',
    createOtherResource('cookie_jar', { cookies: [{ key: 'a' }] }),
    'o',
    'it is a cookie jar with cookies',
  ),
  createListedRow(
    'api_spec',
    createOtherResource('api_spec', { contents: 'a' }),
    'o',
    'it is the text of its API specification',
  ),
  createListedRow(
    'unit_test_suite',
    createOtherResource('unit_test_suite'),
    'o',
    'it is a suite of unit tests',
  ),
  createListedRow('proto_file', createOtherResource('proto_file'), 'o', 'it is a file of Protocol Buffers'),
  createListedRow('grpc_request', createOtherResource('grpc_request'), 'o', 'it is a gRPC request'),
  createListedRow(
    'websocket_request',
    createOtherResource('websocket_request'),
    'o',
    'it is a WebSocket request',
  ),
  createListedRow('mock_server', createOtherResource('mock_server'), 'o', 'it is a mock server'),
];
