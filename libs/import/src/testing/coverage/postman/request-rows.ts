import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { createGet, createItem, createPost, createRow } from './builders.js';

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

/** Bodies. */
export const bodyRows: readonly Row[] = [
  createKeptRow('body.raw', createPost({ mode: 'raw', raw: 'a', options: { raw: { language: 'xml' } } }), {
    request: { body: { type: 'text', content: 'a', contentType: 'application/xml' } },
  }),
  createKeptRow(
    'body.raw as JSON',
    createPost({ mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } }),
    {
      request: { body: { type: 'json', content: '{}' } },
    },
  ),
  createKeptRow(
    'body.urlencoded',
    createPost({ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] }),
    {
      request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1')] } },
    },
  ),
  createKeptRow('body.urlencoded as a text', createPost({ mode: 'urlencoded', urlencoded: 'a=1&b=2' }), {
    request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1'), createRow('b', '2')] } },
  }),
  createKeptRow(
    'body.formdata',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] }),
    {
      request: { body: { type: 'multipart', parts: [createRow('a', '1')] } },
    },
  ),
  createKeptRow(
    'body.formdata of files',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: ['b.txt', 'c.txt'] }] }),
    {
      request: {
        body: {
          parts: [
            { name: 'a', file: 'b.txt' },
            { name: 'a', file: 'c.txt' },
          ],
        },
      },
    },
  ),
  createChangedRow(
    'body.formdata of a file that was never chosen',
    'a part that is switched off',
    createPost({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: [] }] }),
    {
      request: { body: { parts: [{ name: 'a', file: '', enabled: false }] } },
    },
  ),
  createKeptRow(
    'Content-Type beside a form',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [createRow('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8')] },
    },
  ),
  createChangedRow(
    'Content-Type of something else beside a form',
    'the type of the form, which Postman sends',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [], body: { type: 'form-urlencoded' } },
    },
  ),
  createKeptRow(
    'Content-Type that is switched off',
    createItem({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'text/plain', disabled: true }],
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] },
    }),
    {
      request: { headers: [createRow('Content-Type', 'text/plain', false)] },
    },
  ),
  createListedRow(
    'another method of body.graphql',
    createItem({
      method: 'PUT',
      url: 'https://a.example',
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  createKeptRow('body.file.src', createPost({ mode: 'file', file: { src: 'a.bin' } }), {
    request: { body: { type: 'binary', file: 'a.bin' } },
  }),
  createChangedRow('body.file.content', 'a text', createPost({ mode: 'file', file: { content: 'a' } }), {
    request: { body: { type: 'text', content: 'a' } },
  }),
  createKeptRow(
    'body.graphql',
    createPost({ mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  createKeptRow('body.graphql as a text', createPost({ mode: 'graphql', graphql: '{"query":"{ a }"}' }), {
    request: { kind: 'graphql', query: '{ a }' },
  }),
  createChangedRow(
    'path variables of body.graphql',
    'a part of the URL',
    createItem({
      method: 'POST',
      url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    { request: { kind: 'graphql', url: 'https://a.example/7' } },
  ),
  createListedRow(
    'rows of the query of body.graphql that are switched off',
    createItem({
      method: 'POST',
      url: { raw: 'https://a.example', query: [{ key: 'q', value: '1', disabled: true }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    'r',
    'the row “q” of its query, which is switched off',
  ),
  createChangedRow(
    'body.file of a file that was never chosen',
    'no body',
    createPost({ mode: 'file', file: {} }),
    {
      request: { body: { type: 'none' } },
    },
  ),
  createListedRow(
    'a body without a mode',
    createPost({ raw: 'a' }),
    'r',
    'its body, which has no mode, so that Postman does not send it',
  ),
  createChangedRow('body.disabled', 'no body', createPost({ mode: 'raw', raw: 'a', disabled: true }), {
    request: { body: { type: 'none' } },
  }),
  createListedRow('other modes', createPost({ mode: 'binary' }), 'r', 'its body of the mode “binary”'),
  createListedRow(
    'a body of GET',
    createGet({ body: { mode: 'raw', raw: 'a' } }),
    'r',
    'its body, which Postman does not send with GET',
  ),
];
