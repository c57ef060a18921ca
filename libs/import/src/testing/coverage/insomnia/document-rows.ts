import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import {
  createFolderDocument,
  createOtherResource,
  createRequestDocument,
  createResourceDocument,
  createRow,
  describeTag,
  request4,
} from './builders.js';

/** Parts of a document besides its requests. */
export const wholeRows: readonly Row[] = [
  createChangedRow(
    'environments',
    'an environment, which the others extend',
    createRequestDocument({}, { environments: { name: 'Base', data: { a: 1 } } }),
    {
      environments: [{ name: 'I', variables: [createRow('a', '1')] }],
    },
  ),
  createKeptRow('meta.description', createRequestDocument({}, { meta: { id: 'wrk_1', description: 'd' } }), {
    root: { description: 'd' },
  }),
  createKeptRow(
    'environments.subEnvironments',
    createRequestDocument(
      {},
      { environments: { name: 'Base', subEnvironments: [{ name: 's', data: { a: 1 } }] } },
    ),
    {
      environments: [{ name: 's', variables: [createRow('a', '1')] }],
    },
  ),
  createKeptRow(
    'environments.color',
    createRequestDocument(
      {},
      { environments: { name: 'Base', subEnvironments: [{ name: 's', color: '#f00', data: { a: 1 } }] } },
    ),
    { environments: [{ name: 's', color: '#f00' }] },
  ),
  createListedRow(
    'environments.color in other words',
    createRequestDocument({}, { environments: { name: 'Base', color: 'red', data: { a: 1 } } }),
    'environments',
    'the color red of an environment',
  ),
  createKeptRow(
    'rows of an environment that are switched off',
    createRequestDocument(
      {},
      {
        environments: { name: 'B', data: { a: 1 }, kvPairData: [{ name: 'b', value: '2', enabled: false }] },
      },
    ),
    { environments: [{ variables: [createRow('a', '1'), createRow('b', '2', false)] }] },
  ),
  createListedRow(
    'values in the vault',
    createRequestDocument({}, { environments: { name: 'B', data: { a: 1, __insomnia_vault: { t: 'x' } } } }),
    'environments',
    'the value of __insomnia_vault.t, which only Insomnia can read',
  ),
  createListedRow(
    'template tags of an environment',
    createRequestDocument({}, { environments: { name: 'Base', data: { a: '{% now %}' } } }),
    'environments',
    describeTag('{% now %}'),
  ),
  createListedRow(
    'cookieJar',
    createRequestDocument({}, { cookieJar: { cookies: [{ key: 'a' }] } }),
    'cookieJar',
    '1 cookie',
  ),
  createListedRow(
    'spec',
    createRequestDocument({}, { spec: { contents: 'openapi: 3.1.0' } }),
    'spec',
    'the text of its API specification; import it by itself',
  ),
  createListedRow(
    'certificates',
    createRequestDocument({}, { certificates: [{ host: 'a.example' }] }),
    'certificates',
    'its client certificates; choose their files in the settings of the workspace',
  ),
  createListedRow(
    'testSuites',
    createRequestDocument({}, { testSuites: [{ name: 't' }] }),
    'testSuites',
    'its unit tests',
  ),
  createListedRow(
    'WebSocket requests',
    createRequestDocument({ meta: { id: 'ws-req_1' } }),
    'r',
    'it is a WebSocket request',
  ),
  createListedRow(
    'gRPC requests',
    createRequestDocument({ meta: { id: 'greq_1' }, protoFileId: 'pf' }),
    'r',
    'it is a gRPC request',
  ),
  createListedRow(
    'Socket.IO requests',
    createRequestDocument({ meta: { id: 'socketio-req_1' } }),
    'r',
    'it is a Socket.IO request',
  ),
];

/** The fields of a folder. */
export const folderRows: readonly Row[] = [
  createKeptRow('folders', createFolderDocument({ meta: { id: 'fld_1', description: 'd' } }), {
    folder: { path: 'f', description: 'd' },
  }),
  createKeptRow('environment of a folder', createFolderDocument({ environment: { a: { b: 1 } } }), {
    folder: { variables: [createRow('a.b', '1')] },
  }),
  createKeptRow('headers of a folder', createFolderDocument({ headers: [{ name: 'a', value: '1' }] }), {
    folder: { headers: [createRow('a', '1')] },
  }),
  createKeptRow(
    'auth of a folder',
    createFolderDocument({ authentication: { type: 'basic', username: 'u' } }),
    {
      folder: { auth: { type: 'basic' } },
    },
  ),
  createListedRow(
    'unknown auth of a folder',
    createFolderDocument({ authentication: { type: 'hawk' } }),
    'f',
    'the auth “hawk” has no counterpart',
  ),
  createListedRow(
    'template tags of a folder',
    createFolderDocument({ headers: [{ name: 'a', value: '{% now %}' }] }),
    'f',
    describeTag('{% now %}'),
  ),
];

/** Constructs that only format 4 has. */
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
