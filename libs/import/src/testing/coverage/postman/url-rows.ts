import { createKeptRow, createListedRow, type Row } from '../row.js';
import { createGet, createRow } from './builders.js';

/** URLs. */
export const urlRows: readonly Row[] = [
  createKeptRow('url.raw', createGet({ url: { raw: 'https://a.example/b' } }), {
    request: { url: 'https://a.example/b' },
  }),
  createKeptRow(
    'url.protocol, host, port and path',
    createGet({ url: { protocol: 'https', host: ['a', 'example'], port: '1', path: ['b'] } }),
    {
      request: { url: 'https://a.example:1/b' },
    },
  ),
  createKeptRow(
    'url.query',
    createGet({ url: { raw: 'https://a.example?q=1', query: [{ key: 'q', value: '1', disabled: true }] } }),
    {
      request: { queryParams: [createRow('q', '1', false)] },
    },
  ),
  createKeptRow(
    'url.variable',
    createGet({ url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] } }),
    {
      request: { pathParams: [createRow('id', '7')] },
    },
  ),
  createKeptRow(
    'url.variable with an id alone',
    createGet({ url: { raw: 'https://a.example/:id', variable: [{ id: 'id', value: '7' }] } }),
    {
      request: { pathParams: [createRow('id', '7')] },
    },
  ),
  createListedRow(
    'url.variable that the URL does not have',
    createGet({ url: { raw: 'https://a.example/{{id}}', variable: [{ key: 'id', value: '7' }] } }),
    'r',
    '“id” of its path variables, which its URL does not have',
  ),
  createListedRow(
    'url.hash',
    createGet({ url: { raw: 'https://a.example/#h', hash: 'h' } }),
    'r',
    'the fragment #h of its URL, which is never sent',
  ),
  createKeptRow('a URL without a scheme', createGet({ url: 'localhost:8080/x' }), {
    request: { url: 'localhost:8080/x' },
  }),
];
