import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createDocument, row, tag } from './builders.js';

/** What a document has besides requests. */
export const wholeRows: readonly Row[] = [
  createChangedRow(
    'environments',
    'an environment, which the others extend',
    createDocument({}, { environments: { name: 'Base', data: { a: 1 } } }),
    {
      environments: [{ name: 'I', variables: [row('a', '1')] }],
    },
  ),
  createKeptRow('meta.description', createDocument({}, { meta: { id: 'wrk_1', description: 'd' } }), {
    root: { description: 'd' },
  }),
  createKeptRow(
    'environments.subEnvironments',
    createDocument({}, { environments: { name: 'Base', subEnvironments: [{ name: 's', data: { a: 1 } }] } }),
    {
      environments: [{ name: 's', variables: [row('a', '1')] }],
    },
  ),
  createKeptRow(
    'environments.color',
    createDocument(
      {},
      { environments: { name: 'Base', subEnvironments: [{ name: 's', color: '#f00', data: { a: 1 } }] } },
    ),
    { environments: [{ name: 's', color: '#f00' }] },
  ),
  createListedRow(
    'environments.color in other words',
    createDocument({}, { environments: { name: 'Base', color: 'red', data: { a: 1 } } }),
    'environments',
    'the color red of an environment',
  ),
  createKeptRow(
    'rows of an environment that are switched off',
    createDocument(
      {},
      {
        environments: { name: 'B', data: { a: 1 }, kvPairData: [{ name: 'b', value: '2', enabled: false }] },
      },
    ),
    { environments: [{ variables: [row('a', '1'), row('b', '2', false)] }] },
  ),
  createListedRow(
    'values in the vault',
    createDocument({}, { environments: { name: 'B', data: { a: 1, __insomnia_vault: { t: 'x' } } } }),
    'environments',
    'the value of __insomnia_vault.t, which only Insomnia can read',
  ),
  createListedRow(
    'template tags of an environment',
    createDocument({}, { environments: { name: 'Base', data: { a: '{% now %}' } } }),
    'environments',
    tag('{% now %}'),
  ),
  createListedRow(
    'cookieJar',
    createDocument({}, { cookieJar: { cookies: [{ key: 'a' }] } }),
    'cookieJar',
    '1 cookie',
  ),
  createListedRow(
    'spec',
    createDocument({}, { spec: { contents: 'openapi: 3.1.0' } }),
    'spec',
    'the text of its API specification; import it by itself',
  ),
  createListedRow(
    'certificates',
    createDocument({}, { certificates: [{ host: 'a.example' }] }),
    'certificates',
    'its client certificates; choose their files in the settings of the workspace',
  ),
  createListedRow(
    'testSuites',
    createDocument({}, { testSuites: [{ name: 't' }] }),
    'testSuites',
    'its unit tests',
  ),
  createListedRow(
    'WebSocket requests',
    createDocument({ meta: { id: 'ws-req_1' } }),
    'r',
    'it is a WebSocket request',
  ),
  createListedRow(
    'gRPC requests',
    createDocument({ meta: { id: 'greq_1' }, protoFileId: 'pf' }),
    'r',
    'it is a gRPC request',
  ),
  createListedRow(
    'Socket.IO requests',
    createDocument({ meta: { id: 'socketio-req_1' } }),
    'r',
    'it is a Socket.IO request',
  ),
];
