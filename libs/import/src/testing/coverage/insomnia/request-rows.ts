import { kept, listed, type Row } from '../row.js';
import { one, row, tag } from './builders.js';

/** What a request says. */
export const requestRows: readonly Row[] = [
  kept('name, method and url', one(), { request: { name: 'r', method: 'GET', url: 'https://a.example' } }),
  kept('description', one({ meta: { id: 'req_1', description: 'd' } }), { request: { description: 'd' } }),
  kept('headers', one({ headers: [{ name: 'a', value: '1', disabled: true }] }), {
    request: { headers: [row('a', '1', false)] },
  }),
  listed(
    'descriptions of rows',
    one({
      headers: [{ name: 'a', value: '1', description: 'd' }],
      parameters: [{ name: 'b', description: 'e' }],
    }),
    'r',
    'the descriptions of 2 rows',
  ),
  kept('parameters', one({ parameters: [{ name: 'a', value: '1' }] }), {
    request: { queryParams: [row('a', '1')] },
  }),
  kept(
    'pathParameters',
    one({ url: 'https://a.example/:id', pathParameters: [{ name: 'id', value: '7' }] }),
    {
      request: { pathParams: [row('id', '7')] },
    },
  ),
  kept('body of JSON', one({ body: { mimeType: 'application/json', text: '{}' } }), {
    request: { body: { type: 'json', content: '{}' } },
  }),
  kept(
    'body of another type of JSON',
    one({ body: { mimeType: 'application/merge-patch+json', text: '{}' } }),
    {
      request: { body: { type: 'json' }, headers: [row('Content-Type', 'application/merge-patch+json')] },
    },
  ),
  kept('body of text', one({ body: { mimeType: 'text/xml', text: '<a/>' } }), {
    request: { body: { type: 'text', content: '<a/>', contentType: 'text/xml' } },
  }),
  kept(
    'body of a form',
    one({ body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] } }),
    {
      request: { body: { type: 'form-urlencoded', fields: [row('a', '1')] } },
    },
  ),
  kept(
    'body of parts',
    one({ body: { mimeType: 'multipart/form-data', params: [{ name: 'a', type: 'file', fileName: 'b' }] } }),
    {
      request: { body: { type: 'multipart', parts: [{ name: 'a', file: 'b' }] } },
    },
  ),
  kept('body of a file', one({ body: { mimeType: 'application/octet-stream', fileName: 'b' } }), {
    request: { body: { type: 'binary', file: 'b' } },
  }),
  kept(
    'body of GraphQL',
    one({ method: 'POST', body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' } }),
    {
      request: { kind: 'graphql', query: '{ a }' },
    },
  ),
  kept(
    'parameters of GraphQL',
    one({
      method: 'POST',
      parameters: [{ name: 'a', value: '1' }],
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' },
    }),
    {
      request: { kind: 'graphql', url: 'https://a.example?a=1' },
    },
  ),
  listed(
    'another method of a body of GraphQL',
    one({ method: 'PUT', body: { mimeType: 'application/graphql', text: '{"query":"{ a }"}' } }),
    'r',
    'the method PUT of its GraphQL query, which is sent with POST',
  ),
  listed(
    'extensions of GraphQL',
    one({
      method: 'POST',
      body: { mimeType: 'application/graphql', text: '{"query":"{ a }","extensions":{}}' },
    }),
    'r',
    'the extensions of its GraphQL query',
  ),
  kept('settings.followRedirects', one({ settings: { followRedirects: 'off' } }), {
    request: { settings: { followRedirects: false } },
  }),
  kept('settings.cookies.send', one({ settings: { cookies: { send: false, store: false } } }), {
    request: { settings: { cookies: false } },
  }),
  listed(
    'settings.cookies.store',
    one({ settings: { cookies: { send: true, store: false } } }),
    'r',
    'that the cookies of its response are not stored',
  ),
  listed('settings.encodeUrl', one({ settings: { encodeUrl: false } }), 'r', 'that its URL is not encoded'),
  listed(
    'settings.rebuildPath',
    one({ settings: { rebuildPath: false } }),
    'r',
    'that “..” stays in the path of its URL',
  ),
  kept('settings.validateCertificates', one({ settings: { validateCertificates: false } }), {
    request: { settings: { tls: { verify: false } } },
  }),
  listed('other settings', one({ settings: { other: 'a' } }), 'r', 'its setting settingOther: a'),
  listed(
    'settings.renderRequestBody',
    one({ settings: { renderRequestBody: false } }),
    'r',
    'that templates in its body are not filled in; variables in it are',
  ),
  listed(
    'scripts',
    one({ scripts: { preRequest: 'a()' } }),
    'r',
    'its pre-request script does not run here; it is a comment in the script',
  ),
  kept('templates of variables', one({ url: "{{ _.base }}/{{ _['a b'] }}" }), {
    request: { url: '{{base}}/{{a b}}' },
  }),
  listed('template tags', one({ url: "{% uuid 'v4' %}" }), 'r', tag("{% uuid 'v4' %}")),
  kept('list access in templates', one({ url: '{{ _.users[0].name }}' }), {
    request: { url: '{{users[0].name}}' },
  }),
  listed(
    'template tags in an API key',
    one({ authentication: { type: 'apikey', key: 'k', value: "{% response 'body' %}" } }),
    'r',
    tag("{% response 'body' %}"),
  ),
  listed(
    'template tags that are long',
    one({ url: `https://a.example/{% code '${'x'.repeat(5_000)}' %}` }),
    'r',
    tag(`{% code '${'x'.repeat(191)}…`),
  ),
  listed('comments in templates', one({ url: 'https://a.example/{# note #}' }), 'r', tag('{# note #}')),
  listed('filters in templates', one({ url: '{{ _.name | upper }}' }), 'r', tag('{{ _.name | upper }}')),
];
