import { createKeptRow, createListedRow, type Row } from '../row.js';
import { createDocument, row, tag } from './builders.js';

/** The fields of a request. */
export const requestRows: readonly Row[] = [
  createKeptRow('name, method and url', createDocument(), {
    request: { name: 'r', method: 'GET', url: 'https://a.example' },
  }),
  createKeptRow('description', createDocument({ meta: { id: 'req_1', description: 'd' } }), {
    request: { description: 'd' },
  }),
  createKeptRow('headers', createDocument({ headers: [{ name: 'a', value: '1', disabled: true }] }), {
    request: { headers: [row('a', '1', false)] },
  }),
  createListedRow(
    'descriptions of rows',
    createDocument({
      headers: [{ name: 'a', value: '1', description: 'd' }],
      parameters: [{ name: 'b', description: 'e' }],
    }),
    'r',
    'the descriptions of 2 rows',
  ),
  createKeptRow('parameters', createDocument({ parameters: [{ name: 'a', value: '1' }] }), {
    request: { queryParams: [row('a', '1')] },
  }),
  createKeptRow(
    'pathParameters',
    createDocument({ url: 'https://a.example/:id', pathParameters: [{ name: 'id', value: '7' }] }),
    {
      request: { pathParams: [row('id', '7')] },
    },
  ),
  createKeptRow('body of JSON', createDocument({ body: { mimeType: 'application/json', text: '{}' } }), {
    request: { body: { type: 'json', content: '{}' } },
  }),
  createKeptRow(
    'body of another type of JSON',
    createDocument({ body: { mimeType: 'application/merge-patch+json', text: '{}' } }),
    {
      request: { body: { type: 'json' }, headers: [row('Content-Type', 'application/merge-patch+json')] },
    },
  ),
  createKeptRow('body of text', createDocument({ body: { mimeType: 'text/xml', text: '<a/>' } }), {
    request: { body: { type: 'text', content: '<a/>', contentType: 'text/xml' } },
  }),
  createKeptRow(
    'body of a form',
    createDocument({
      body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] },
    }),
    {
      request: { body: { type: 'form-urlencoded', fields: [row('a', '1')] } },
    },
  ),
  createKeptRow(
    'body of parts',
    createDocument({
      body: { mimeType: 'multipart/form-data', params: [{ name: 'a', type: 'file', fileName: 'b' }] },
    }),
    {
      request: { body: { type: 'multipart', parts: [{ name: 'a', file: 'b' }] } },
    },
  ),
  createKeptRow(
    'body of a file',
    createDocument({ body: { mimeType: 'application/octet-stream', fileName: 'b' } }),
    {
      request: { body: { type: 'binary', file: 'b' } },
    },
  ),
  createKeptRow(
    'body of GraphQL',
    createDocument({ method: 'POST', body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' } }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  createKeptRow(
    'parameters of GraphQL',
    createDocument({
      method: 'POST',
      parameters: [{ name: 'a', value: '1' }],
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    {
      request: { kind: 'graphql', url: 'https://a.example?a=1' },
    },
  ),
  createListedRow(
    'another method of a body of GraphQL',
    createDocument({ method: 'PUT', body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' } }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  createListedRow(
    'extensions of GraphQL',
    createDocument({
      method: 'POST',
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }","extensions":{}}' },
    }),
    'r',
    'the extensions of its GraphQL query',
  ),
  createKeptRow('settings.followRedirects', createDocument({ settings: { followRedirects: 'off' } }), {
    request: { settings: { followRedirects: false } },
  }),
  createKeptRow(
    'settings.cookies.send',
    createDocument({ settings: { cookies: { send: false, store: false } } }),
    {
      request: { settings: { cookies: false } },
    },
  ),
  createListedRow(
    'settings.cookies.store',
    createDocument({ settings: { cookies: { send: true, store: false } } }),
    'r',
    'that the cookies of its response are not stored',
  ),
  createListedRow(
    'settings.encodeUrl',
    createDocument({ settings: { encodeUrl: false } }),
    'r',
    'that its URL is not encoded',
  ),
  createListedRow(
    'settings.rebuildPath',
    createDocument({ settings: { rebuildPath: false } }),
    'r',
    'that “..” stays in the path of its URL',
  ),
  createKeptRow(
    'settings.validateCertificates',
    createDocument({ settings: { validateCertificates: false } }),
    {
      request: { settings: { tls: { verify: false } } },
    },
  ),
  createListedRow(
    'other settings',
    createDocument({ settings: { other: 'a' } }),
    'r',
    'its setting settingOther: a',
  ),
  createListedRow(
    'settings.renderRequestBody',
    createDocument({ settings: { renderRequestBody: false } }),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  createListedRow(
    'scripts',
    createDocument({ scripts: { preRequest: 'a()' } }),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  createKeptRow('templates of variables', createDocument({ url: "{{ _.base }}/{{ _['a b'] }}" }), {
    request: { url: '{{base}}/{{a b}}' },
  }),
  createListedRow('template tags', createDocument({ url: "{% uuid 'v4' %}" }), 'r', tag("{% uuid 'v4' %}")),
  createKeptRow('list access in templates', createDocument({ url: '{{ _.users[0].name }}' }), {
    request: { url: '{{users[0].name}}' },
  }),
  createListedRow(
    'template tags in an API key',
    createDocument({ authentication: { type: 'apikey', key: 'k', value: "{% response 'body' %}" } }),
    'r',
    tag("{% response 'body' %}"),
  ),
  createListedRow(
    'template tags that are long',
    createDocument({ url: `https://a.example/{% code '${'x'.repeat(5_000)}' %}` }),
    'r',
    tag(`{% code '${'x'.repeat(191)}…`),
  ),
  createListedRow(
    'comments in templates',
    createDocument({ url: 'https://a.example/{# note #}' }),
    'r',
    tag('{# note #}'),
  ),
  createListedRow(
    'filters in templates',
    createDocument({ url: '{{ _.name | upper }}' }),
    'r',
    tag('{{ _.name | upper }}'),
  ),
];
