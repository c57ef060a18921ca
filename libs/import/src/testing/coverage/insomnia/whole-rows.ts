import { changed, kept, listed, type Row } from '../row.js';
import { one, row, tag } from './builders.js';

/** What stands beside the requests. */
export const wholeRows: readonly Row[] = [
  changed(
    'environments',
    'an environment, which the others extend',
    one({}, { environments: { name: 'Base', data: { a: 1 } } }),
    {
      environments: [{ name: 'I', variables: [row('a', '1')] }],
    },
  ),
  kept('meta.description', one({}, { meta: { id: 'wrk_1', description: 'd' } }), {
    root: { description: 'd' },
  }),
  kept(
    'environments.subEnvironments',
    one({}, { environments: { name: 'Base', subEnvironments: [{ name: 's', data: { a: 1 } }] } }),
    {
      environments: [{ name: 's', variables: [row('a', '1')] }],
    },
  ),
  kept(
    'environments.color',
    one(
      {},
      { environments: { name: 'Base', subEnvironments: [{ name: 's', color: '#f00', data: { a: 1 } }] } },
    ),
    { environments: [{ name: 's', color: '#f00' }] },
  ),
  listed(
    'environments.color in other words',
    one({}, { environments: { name: 'Base', color: 'red', data: { a: 1 } } }),
    'environments',
    'the color red of an environment',
  ),
  kept(
    'rows of an environment that are switched off',
    one(
      {},
      {
        environments: { name: 'B', data: { a: 1 }, kvPairData: [{ name: 'b', value: '2', enabled: false }] },
      },
    ),
    { environments: [{ variables: [row('a', '1'), row('b', '2', false)] }] },
  ),
  listed(
    'values in the vault',
    one({}, { environments: { name: 'B', data: { a: 1, __insomnia_vault: { t: 'x' } } } }),
    'environments',
    'the value of __insomnia_vault.t, which only Insomnia can read',
  ),
  listed(
    'template tags of an environment',
    one({}, { environments: { name: 'Base', data: { a: '{% now %}' } } }),
    'environments',
    tag('{% now %}'),
  ),
  listed('cookieJar', one({}, { cookieJar: { cookies: [{ key: 'a' }] } }), 'cookieJar', '1 cookie'),
  listed(
    'spec',
    one({}, { spec: { contents: 'openapi: 3.1.0' } }),
    'spec',
    'the text of its API specification; import it by itself',
  ),
  listed(
    'certificates',
    one({}, { certificates: [{ host: 'a.example' }] }),
    'certificates',
    'its client certificates; choose their files in the settings of the workspace',
  ),
  listed('testSuites', one({}, { testSuites: [{ name: 't' }] }), 'testSuites', 'its unit tests'),
  listed('WebSocket requests', one({ meta: { id: 'ws-req_1' } }), 'r', 'it is a WebSocket request'),
  listed('gRPC requests', one({ meta: { id: 'greq_1' }, protoFileId: 'pf' }), 'r', 'it is a gRPC request'),
  listed('Socket.IO requests', one({ meta: { id: 'socketio-req_1' } }), 'r', 'it is a Socket.IO request'),
];
