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

const withAuth = (name: string, type: string, values: Readonly<Record<string, unknown>>): PostmanItem => ({
  name: `sent auth ${name}`,
  auth: { type, [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: typeof value })) },
});

const createFromUrl = (name: string, value: object): PostmanItem => ({
  name: `sent url ${name}`,
  url: value,
});

/** A signature that is the same each time. */
const oauth1 = {
  consumerKey: 'key',
  consumerSecret: 'secret',
  token: 'token',
  tokenSecret: 'hidden',
  signatureMethod: 'HMAC-SHA1',
  timestamp: '1700000000',
  nonce: 'once',
  version: '1.0',
  realm: '',
  addParamsToHeader: true,
};

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
  createGet('nothing but a host', ''),
  createGet('a fragment', '/p/a#part'),
  createGet('a fragment after a query', '/q?a=1#part'),
  createGet('a percent sign alone', '/q?p=100%&q=%zz'),
  createGet('a percent sign in the path', '/p/100%/a'),
  createGet('latin 1 that is encoded', '/q?a=%E4'),
  createGet('semicolons in the query', '/q?a=1;b=2'),
  createGet('angle brackets', '/q?a=<b>&c=>'),
  createGet('a backslash in the query', '/q?c=d\\e'),
  createGet('braces', '/p/{a}?b={c}'),
  createGet('square brackets in the path', '/p/[a]'),
  createGet('an equals sign in the path', '/p/a=b&c'),
  createGet('encoded dots', '/p/%2e%2e/a'),
  createGet('dots at the end', '/p/a/..'),
  createGet('a question mark in the query', '/q?a=b?c/d'),
  createGet('a key that is empty', '/q?=x'),
  createGet('smileys', '/p/😀?q=😀'),
  createGet('plus signs of both kinds', '/q?a=+1&b=%2B1'),
  createGet('an encoded URL', '/q?to=https%3A%2F%2Fx.example%2F%3Fa%3D1'),
  createGet('a variable of words in the path', '/p/{{fixed}}/x'),
  createGet('a list in one value', '/q?ids=1,2,3&sort=-name,+age'),
  createGet('a time', '/q?at=2026-01-02T03:04:05+01:00'),
  createGet('a matrix parameter', '/p;v=1/a;b=2'),
  createFromUrl('of its parts', {
    host: ['{{base}}'],
    path: ['v', 'a b', 'c'],
    query: [
      { key: 'a', value: 'x y' },
      { key: 'b', value: '{{n}}', description: 'a number' },
    ],
  }),
  createFromUrl('with one variable twice', {
    raw: '{{base}}/v/:a/:a?b=:a',
    host: ['{{base}}'],
    path: ['v', ':a', ':a'],
    query: [{ key: 'b', value: ':a' }],
    variable: [{ key: 'a', value: 'x' }],
  }),
  createFromUrl('with special path variables', {
    raw: '{{base}}/v/:a/:b/:c',
    host: ['{{base}}'],
    path: ['v', ':a', ':b', ':c'],
    variable: [
      { key: 'a', value: 'ä=b' },
      { key: 'b', value: 'x%20z' },
      { key: 'c', value: 'a:b@c,d;e' },
    ],
  }),
  createFromUrl('with all rows disabled', {
    raw: '{{base}}/q',
    host: ['{{base}}'],
    path: ['q'],
    query: [{ key: 'a', value: '1', disabled: true }],
  }),
  createFromUrl('with one of two equal rows', {
    raw: '{{base}}/q?a=2',
    host: ['{{base}}'],
    path: ['q'],
    query: [
      { key: 'a', value: '1', disabled: true },
      { key: 'a', value: '2' },
      { key: 'a', value: '', disabled: true },
    ],
  }),
  createFromUrl('with special rows', {
    raw: '{{base}}/q?a b=c d&é=ü&x={"y":[1]}',
    host: ['{{base}}'],
    path: ['q'],
    query: [
      { key: 'a b', value: 'c d' },
      { key: 'é', value: 'ü' },
      { key: 'x', value: '{"y":[1]}' },
    ],
  }),
  createGet('a header in latin 1', '/h', { headers: [['X-A', 'grün']] }),
  createGet('a header that is off beside one that is on', '/h', {
    headers: [
      ['X-A', 'off', true],
      ['X-A', 'on'],
    ],
  }),
  createGet('a header without a name', '/h', {
    headers: [
      ['', 'x'],
      ['X-A', '1'],
    ],
  }),
  createGet('a cookie by hand', '/h', { headers: [['Cookie', 'a=1; b={{n}}']] }),
  createGet('an authorization by hand', '/h', { headers: [['authorization', 'Token {{both}}']] }),
  createGet('a name with special characters', '/h', { headers: [["X-!#$%&'*+.^_`|~", '1']] }),
  createGet('a long header', '/h', { headers: [['X-Long', 'a'.repeat(4000)]] }),
  {
    ...createRaw('json of another type', '{"a":1}', 'json'),
    headers: [['Content-Type', 'application/vnd.api+json']],
  },
  {
    ...createRaw('json of a type in lower case', '{"a":1}', 'json'),
    headers: [['content-type', 'application/json; charset=utf-8']],
  },
  {
    ...createRaw('form as text', 'a=1&b=x y', 'text'),
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  },
  createRaw('json by DELETE', '{"ids":[1,2]}', 'json', 'DELETE'),
  createRaw('a search', '<q/>', 'xml', 'SEARCH'),
  createRaw('many lines', 'line\n'.repeat(2000), 'text'),
  createRaw('spaces around', '  \n{"a":1}\n\n', 'json'),
  createRaw('variables of no kind', '{{}} {{a b}} {n} {{{n}}}', 'text'),
  createRaw('quotes and backslashes', '{"a":"\\"x\\\\y\\u00e4\\n"}', 'json'),
  createGet('PURGE', '/m', { method: 'PURGE' }),
  createGet('LINK', '/m', { method: 'LINK' }),
  createGet('COPY', '/m', { method: 'COPY' }),
  createGet('HEAD', '/m', { method: 'HEAD' }),
  createGet('a body that is off', '/m', { method: 'POST', body: { mode: 'raw', raw: 'x', disabled: true } }),
  createForm('of smileys', ['😀', 'a+b\tc'], ['q', '"\'<>']),
  createForm('of lines', ['a', 'one\ntwo']),
  createForm('of one name', ['only', '']),
  createForm('of lists', ['a[]', '1'], ['a[]', '2'], ['b[c][d]', '3']),
  createForm('with all off', ['a', '1', true]),
  { ...createForm('by PATCH', ['a', '1']), method: 'PATCH' },
  createMultipart('with quotes', { key: "a'b", value: '"c"' }),
  createMultipart('without values', { key: 'a', value: '' }, { key: 'b', value: '{{none_such}}' }),
  createMultipart(
    'of two types',
    { key: 'a', value: '<x/>', contentType: 'text/xml' },
    { key: 'b', value: '1', contentType: 'text/plain; charset=utf-8' },
  ),
  { ...createMultipart('by PUT', { key: 'a', value: '1' }), method: 'PUT' },
  createGraphql('of an operation', {
    query: 'query A { a } query B { b }',
    variables: '{"n":1}',
  }),
  createGraphql('of lists', {
    query: 'query A($l: [Int]) { a(l: $l) }',
    variables: '{"l":[1,{{n}}],"o":{"p":null}}',
  }),
  createGraphql('of quotes', { query: '{ a(b: "c\\"d") }', variables: '{"x":"ä"}' }),
  withAuth('basic in unicode', 'basic', { username: 'änn', password: 'p:w:d' }),
  withAuth('key without a place', 'apikey', { key: 'X-Api-Key', value: 'a b' }),
  withAuth('digest without a challenge', 'digest', { username: 'ann', password: 'x' }),
  withAuth('OAuth 1', 'oauth1', oauth1),
  withAuth('OAuth 1 in the query', 'oauth1', { ...oauth1, addParamsToHeader: false }),
  withAuth('OAuth 1 in plain text', 'oauth1', { ...oauth1, signatureMethod: 'PLAINTEXT' }),
  withAuth('OAuth 1 by SHA-256', 'oauth1', { ...oauth1, signatureMethod: 'HMAC-SHA256', realm: 'shop' }),
  withAuth('OAuth 2', 'oauth2', { accessToken: 'a-token', addTokenTo: 'header', tokenType: 'Bearer' }),
  withAuth('OAuth 2 of a prefix', 'oauth2', {
    accessToken: '{{both}}',
    headerPrefix: 'Token',
    addTokenTo: 'header',
  }),
  withAuth('OAuth 2 in the query', 'oauth2', { accessToken: 'a-token', addTokenTo: 'queryParams' }),
];
