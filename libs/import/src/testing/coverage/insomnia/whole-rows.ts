import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createRequestDocument, createRow, describeTag } from './builders.js';

/** What a document has besides requests. */
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
