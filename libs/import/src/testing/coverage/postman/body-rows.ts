import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import { get, item, post, row } from './builders.js';

/** Bodies. */
export const bodyRows: readonly Row[] = [
  createKeptRow('body.raw', post({ mode: 'raw', raw: 'a', options: { raw: { language: 'xml' } } }), {
    request: { body: { type: 'text', content: 'a', contentType: 'application/xml' } },
  }),
  createKeptRow(
    'body.raw as JSON',
    post({ mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } }),
    {
      request: { body: { type: 'json', content: '{}' } },
    },
  ),
  createKeptRow('body.urlencoded', post({ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] }), {
    request: { body: { type: 'form-urlencoded', fields: [row('a', '1')] } },
  }),
  createKeptRow('body.urlencoded as a text', post({ mode: 'urlencoded', urlencoded: 'a=1&b=2' }), {
    request: { body: { type: 'form-urlencoded', fields: [row('a', '1'), row('b', '2')] } },
  }),
  createKeptRow(
    'body.formdata',
    post({ mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] }),
    {
      request: { body: { type: 'multipart', parts: [row('a', '1')] } },
    },
  ),
  createKeptRow(
    'body.formdata of files',
    post({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: ['b.txt', 'c.txt'] }] }),
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
    post({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: [] }] }),
    {
      request: { body: { parts: [{ name: 'a', file: '', enabled: false }] } },
    },
  ),
  createKeptRow(
    'Content-Type beside a form',
    item({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' }],
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    }),
    {
      request: { headers: [row('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8')] },
    },
  ),
  createChangedRow(
    'Content-Type of something else beside a form',
    'the type of the form, which Postman sends',
    item({
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
    item({
      ...{ method: 'POST', url: 'https://a.example' },
      header: [{ key: 'Content-Type', value: 'text/plain', disabled: true }],
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'text', value: '1' }] },
    }),
    {
      request: { headers: [row('Content-Type', 'text/plain', false)] },
    },
  ),
  createListedRow(
    'another method of body.graphql',
    item({ method: 'PUT', url: 'https://a.example', body: { mode: 'graphql', graphql: { query: '{ a }' } } }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  createKeptRow('body.file.src', post({ mode: 'file', file: { src: 'a.bin' } }), {
    request: { body: { type: 'binary', file: 'a.bin' } },
  }),
  createChangedRow('body.file.content', 'a text', post({ mode: 'file', file: { content: 'a' } }), {
    request: { body: { type: 'text', content: 'a' } },
  }),
  createKeptRow(
    'body.graphql',
    post({ mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  createKeptRow('body.graphql as a text', post({ mode: 'graphql', graphql: '{"query":"{ a }"}' }), {
    request: { kind: 'graphql', query: '{ a }' },
  }),
  createChangedRow(
    'path variables of body.graphql',
    'a part of the URL',
    item({
      method: 'POST',
      url: { raw: 'https://a.example/:id', variable: [{ key: 'id', value: '7' }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    { request: { kind: 'graphql', url: 'https://a.example/7' } },
  ),
  createListedRow(
    'rows of the query of body.graphql that are switched off',
    item({
      method: 'POST',
      url: { raw: 'https://a.example', query: [{ key: 'q', value: '1', disabled: true }] },
      body: { mode: 'graphql', graphql: { query: '{ a }' } },
    }),
    'r',
    'the row “q” of its query, which is switched off',
  ),
  createChangedRow('body.file of a file that was never chosen', 'no body', post({ mode: 'file', file: {} }), {
    request: { body: { type: 'none' } },
  }),
  createListedRow(
    'a body without a mode',
    post({ raw: 'a' }),
    'r',
    'its body, which has no mode, so that Postman does not send it',
  ),
  createChangedRow('body.disabled', 'no body', post({ mode: 'raw', raw: 'a', disabled: true }), {
    request: { body: { type: 'none' } },
  }),
  createListedRow('other modes', post({ mode: 'binary' }), 'r', 'its body of the mode “binary”'),
  createListedRow(
    'a body of GET',
    get({ body: { mode: 'raw', raw: 'a' } }),
    'r',
    'its body, which Postman does not send with GET',
  ),
];
