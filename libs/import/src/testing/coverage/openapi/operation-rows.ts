import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { operation, place } from './builders.js';

export const operationRows: readonly Row[] = [
  createChangedRow('summary', 'the name of the request', operation({ summary: 's' }), {
    request: { name: 's' },
  }),
  createChangedRow('operationId', 'the name, if there is no summary', operation({ operationId: 'o' }), {
    request: { name: 'o' },
  }),
  createKeptRow('description', operation({ description: 'd' }), { request: { description: 'd' } }),
  createChangedRow('deprecated', 'a word in the description', operation({ deprecated: true }), {
    request: { description: 'Deprecated.' },
  }),
  createChangedRow('the first tag', 'the folder of the request', operation({ tags: ['t'] }), {
    request: { folder: 't' },
  }),
  createListedRow(
    'further tags',
    operation({ tags: ['t', 'u'] }),
    place,
    'its further tags, “u”; it stands in the folder of the first',
  ),
  createListedRow(
    'callbacks',
    operation({ callbacks: { onEvent: {} } }),
    place,
    'the callback “onEvent”, which the server sends',
  ),
  createListedRow(
    'links',
    operation({ responses: { 200: { description: '', links: { GetUser: {} } } } }),
    place,
    'the link “GetUser” of its responses; pass values on in onResponse',
  ),
  createKeptRow(
    'examples of responses',
    operation({
      responses: { 200: { description: 'ok', content: { 'application/json': { example: { a: 1 } } } } },
    }),
    { request: { examples: [{ name: 'ok', response: { status: 200 } }] } },
  ),
  createListedRow(
    'schemas of responses',
    operation({ responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } } }),
    'responses',
    'the schemas of 1 response; only their examples come along',
  ),
];
