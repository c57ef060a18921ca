import { type PostmanItem } from './requests.js';

const createGet = (name: string, path: string, more: Partial<PostmanItem> = {}): PostmanItem => ({
  name: `sent ${name}`,
  path,
  ...more,
});

const createRaw = (name: string, text: string, language?: string, method = 'POST'): PostmanItem => ({
  name: `sent ${name}`,
  method,
  body: {
    mode: 'raw',
    raw: text,
    ...(language === undefined ? {} : { options: { raw: { language } } }),
  },
});

const createForm = (
  name: string,
  ...rows: readonly (readonly [string, string, boolean?])[]
): PostmanItem => ({
  name: `sent form ${name}`,
  method: 'POST',
  body: {
    mode: 'urlencoded',
    urlencoded: rows.map(([key, value, disabled = false]) => ({ key, value, disabled })),
  },
});

const createMultipart = (name: string, ...rows: readonly object[]): PostmanItem => ({
  name: `sent parts ${name}`,
  method: 'POST',
  body: { mode: 'formdata', formdata: rows.map((one) => ({ type: 'text', ...one })) },
});

const createGraphql = (name: string, body: object): PostmanItem => ({
  name: `sent graphql ${name}`,
  method: 'POST',
  body: { mode: 'graphql', graphql: body },
});

const withAuth = (name: string, type: string, values: Readonly<Record<string, string>>): PostmanItem => ({
  name: `sent auth ${name}`,
  auth: { type, [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })) },
});

const createFromUrl = (name: string, value: object): PostmanItem => ({
  name: `sent url ${name}`,
  url: value,
});

/** Requests without scripts, as collections save them. */
export const everydayRequests: readonly PostmanItem[] = [
  createGet('plain', '/p/a'),
  createGet('trailing slash', '/p/a/'),
  createGet('double slash', '/p//a'),
  createGet('dots', '/p/./a/../b'),
  createGet('space in the path', '/p/a b'),
  createGet('encoded path', '/p/a%20b%2Fc'),
  createGet('unicode path', '/p/zürich/日本'),
  createGet('semicolon and comma', '/p/a;v=1,2'),
  createGet('colon in a segment', '/p/a:b/c@d'),
  createGet('plus', '/p/a+b?q=a+b'),
  createGet('space in the query', '/q?q=a b'),
  createGet('encoded query', '/q?q=a%20b%26c'),
  createGet('unicode query', '/q?q=zürich'),
  createGet('repeated', '/q?a=1&a=2&b=3&a=4'),
  createGet('brackets', '/q?filter[name]=x&ids[]=1&ids[]=2'),
  createGet('key without a value', '/q?flag&empty=&x=1'),
  createGet('equals in a value', '/q?token=a==&b=c=d'),
  createGet('quotes', `/q?q="a"&r='b'`),
  createGet('a URL in the query', '/q?to=http://h.example/p?x=1%26y=2'),
  createGet('a variable in the query', '/q?w={{city}}&n={{n}}&h={{fixed}}'),
  createGet('a variable in a key', '/q?{{both}}=1'),
  createGet('pipes and carets', '/q?a=b|c^d`e'),
  createGet('JSON in the query', '/q?where={"a":[1,2]}'),
  createGet('a star and tilde', '/p/*~!$()?q=*~!$()'),
  createGet('an at sign', '/q?mail=ann@example.com'),
  createGet('a hash that is encoded', '/q?color=%23fff'),
  createGet('a percent sign', '/q?p=100%25'),
  createGet('a query of one name', '/q?a'),
  createFromUrl('with path variables', {
    raw: '{{base}}/v/:a/:b',
    host: ['{{base}}'],
    path: ['v', ':a', ':b'],
    variable: [
      { key: 'a', value: 'x y' },
      { key: 'b', value: '{{n}}' },
    ],
  }),
  createFromUrl('with disabled rows', {
    raw: '{{base}}/q?a=1',
    host: ['{{base}}'],
    path: ['q'],
    query: [
      { key: 'a', value: '1' },
      { key: 'b', value: '2', disabled: true },
    ],
  }),
  createFromUrl('with a null value', {
    raw: '{{base}}/q?a',
    host: ['{{base}}'],
    path: ['q'],
    query: [{ key: 'a', value: null }],
  }),
  createGet('PATCH', '/m', { method: 'PATCH' }),
  createGet('DELETE', '/m', { method: 'DELETE' }),
  createGet('OPTIONS', '/m', { method: 'OPTIONS' }),
  createGet('PROPFIND', '/m', { method: 'PROPFIND' }),
  createGet('header with spaces', '/h', { headers: [['X-A', '  a  b  ']] }),
  createGet('header without a value', '/h', { headers: [['X-A', '']] }),
  createGet('header of a variable', '/h', { headers: [['X-{{both}}', '{{word}} {{n}}']] }),
  createGet('header twice', '/h', {
    headers: [
      ['X-A', '1'],
      ['X-A', '2'],
    ],
  }),
  createRaw('json', '{"a": 1,\n "b": [true, null]}', 'json'),
  createRaw('json with comments', '{\n  // one\n  "a": "x // no", /* two */ "b": 2\n}', 'json'),
  createRaw('json of variables', '{"w": "{{word}}", "n": {{n}}, "u": "{{none_such}}"}', 'json'),
  createRaw('text', 'line one\nline two {{n}}', 'text'),
  createRaw('xml', '<?xml version="1.0"?><a b="{{word}}">ä</a>', 'xml', 'PUT'),
  createRaw('html', '<p>{{fixed}}</p>', 'html'),
  createRaw('javascript', 'let a = "{{n}}";', 'javascript'),
  createRaw('nothing', '', 'json'),
  createRaw('unicode', '{"a": "日本 😀"}', 'json'),
  createRaw('windows lines', 'a\r\nb', 'text'),
  createForm('special', ['a', 'x y&z=1+2'], ['b', '%20'], ['ä', 'ö']),
  createForm('repeated', ['a', '1'], ['a', '2'], ['off', '3', true]),
  createForm('of variables', ['{{both}}', '{{word}}'], ['empty', '']),
  createMultipart('plain', { key: 'a', value: '1' }, { key: 'b', value: 'x y' }),
  createMultipart(
    'typed',
    { key: 'a', value: '{"x":1}', contentType: 'application/json' },
    { key: 'off', value: '1', disabled: true },
  ),
  createMultipart(
    'unicode',
    { key: 'ä', value: '日本' },
    { key: 'a', value: '{{word}}' },
    { key: 'a', value: 'again' },
  ),
  createGraphql('with variables', { query: 'query A($n: Int) { a(n: $n) }', variables: '{"n": {{n}}}' }),
  createGraphql('of a mutation', {
    query: 'mutation A($w: String) { a(w: $w) }',
    variables: '{"w":"{{city}}"}',
  }),
  createGraphql('of several lines', {
    query: '{\n  a(w: "{{both}}") {\n    b\n  }\n}',
    variables: '{"w":"{{city}}"}',
  }),
  withAuth('basic without a password', 'basic', { username: 'ann', password: '' }),
  withAuth('basic of variables', 'basic', { username: '{{both}}', password: '{{n}}:ä' }),
  withAuth('bearer', 'bearer', { token: '{{fixed}}' }),
  withAuth('key in the query', 'apikey', { key: 'k', value: '{{word}}', in: 'query' }),
  withAuth('key in a header', 'apikey', { key: 'X-Api-Key', value: '{{n}}', in: 'header' }),
  withAuth('none', 'noauth', {}),
];
