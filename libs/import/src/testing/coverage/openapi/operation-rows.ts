import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createOperation, place } from './builders.js';

export const operationRows: readonly Row[] = [
  createChangedRow('summary', 'the name of the request', createOperation({ summary: 's' }), {
    request: { name: 's' },
  }),
  createChangedRow('operationId', 'the name, if there is no summary', createOperation({ operationId: 'o' }), {
    request: { name: 'o' },
  }),
  createKeptRow('description', createOperation({ description: 'd' }), { request: { description: 'd' } }),
  createChangedRow('deprecated', 'a word in the description', createOperation({ deprecated: true }), {
    request: { description: 'Deprecated.' },
  }),
  createChangedRow('the first tag', 'the folder of the request', createOperation({ tags: ['t'] }), {
    request: { folder: 't' },
  }),
  createListedRow(
    'further tags',
    createOperation({ tags: ['t', 'u'] }),
    place,
    'its further tags, “u”; it stands in the folder of the first',
  ),
  createListedRow(
    'callbacks',
    createOperation({ callbacks: { onEvent: {} } }),
    place,
    'the callback “onEvent”, which the server sends',
  ),
  createListedRow(
    'links',
    createOperation({ responses: { 200: { description: '', links: { GetUser: {} } } } }),
    place,
    'the link “GetUser” of its responses; pass values on in onResponse',
  ),
  createKeptRow(
    'examples of responses',
    createOperation({
      responses: { 200: { description: 'ok', content: { 'application/json': { example: { a: 1 } } } } },
    }),
    { request: { examples: [{ name: 'ok', response: { status: 200 } }] } },
  ),
  createListedRow(
    'schemas of responses',
    createOperation({
      responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } },
    }),
    'responses',
    'the schemas of 1 response; only their examples come along',
  ),
];
