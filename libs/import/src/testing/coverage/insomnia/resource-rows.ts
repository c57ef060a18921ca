import { changed, kept, listed, type Row } from '../row.js';
import { row } from './builders.js';
import { other, request4, resources } from './resources.js';

/** What is particular to format 4. */
export const resourceRows: readonly Row[] = [
  kept('request', resources(request4()), { request: { name: 'r', url: 'https://a.example' } }),
  kept('request_group', resources({ _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'f' }), {
    folder: { path: 'f' },
  }),
  kept(
    'workspace.description',
    {
      ...{ _type: 'export', __export_format: 4 },
      resources: [{ _id: 'wrk_1', _type: 'workspace', name: 'I', description: 'd' }, request4()],
    },
    { root: { description: 'd' } },
  ),
  kept(
    'environment',
    resources(request4(), {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'E',
      data: { a: 1 },
    }),
    {
      environments: [{ variables: [row('a', '1')] }],
    },
  ),
  kept('settingFollowRedirects', resources(request4({ settingFollowRedirects: 'off' })), {
    request: { settings: { followRedirects: false } },
  }),
  kept('settingSendCookies', resources(request4({ settingSendCookies: false })), {
    request: { settings: { cookies: false } },
  }),
  listed(
    'settingStoreCookies',
    resources(request4({ settingStoreCookies: false })),
    'r',
    'that the cookies of its response are not stored',
  ),
  listed(
    'settingEncodeUrl',
    resources(request4({ settingEncodeUrl: false })),
    'r',
    'that its URL is not encoded',
  ),
  listed(
    'settingDisableRenderRequestBody',
    resources(request4({ settingDisableRenderRequestBody: true })),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  listed(
    'settingRebuildPath',
    resources(request4({ settingRebuildPath: false })),
    'r',
    'that “..” stays in the path of its URL',
  ),
  kept('settingValidateCertificates', resources(request4({ settingValidateCertificates: false })), {
    request: { settings: { tls: { verify: false } } },
  }),
  listed('other settings', resources(request4({ settingOther: 'a' })), 'r', 'its setting settingOther: a'),
  changed('other settings without a value', 'are not needed', resources(request4({ settingOther: null })), {
    request: { settings: {} },
  }),
  kept(
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
  listed('resources of other types', other('mcp_request'), 'o', 'it is a resource of the type mcp_request'),
  changed('request_meta and others that Insomnia notes for itself', 'are not needed', other('request_meta'), {
    request: { name: 'r' },
  }),
  listed(
    'preRequestScript',
    resources(request4({ preRequestScript: 'a()' })),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  listed(
    'a parent that is not in the document',
    resources(request4({ parentId: 'fld_9' })),
    'r',
    'the folder fld_9 that it is in is not in the document; it stands at the root',
  ),
  listed(
    'cookie_jar',
    other('cookie_jar', { cookies: [{ key: 'a' }] }),
    'o',
    'it is a cookie jar with cookies',
  ),
  listed('api_spec', other('api_spec', { contents: 'a' }), 'o', 'it is the text of its API specification'),
  listed('unit_test_suite', other('unit_test_suite'), 'o', 'it is a suite of unit tests'),
  listed('proto_file', other('proto_file'), 'o', 'it is a file of Protocol Buffers'),
  listed('grpc_request', other('grpc_request'), 'o', 'it is a gRPC request'),
  listed('websocket_request', other('websocket_request'), 'o', 'it is a WebSocket request'),
  listed('mock_server', other('mock_server'), 'o', 'it is a mock server'),
];
