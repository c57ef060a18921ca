import { type BrunoItem } from './requests.js';

const createGet = (name: string, path: string, more: Partial<BrunoItem> = {}): BrunoItem => ({
  name: `sent ${name}`,
  path,
  ...more,
});

const createPost = (name: string, type: string, data: unknown, method = 'POST'): BrunoItem => ({
  name: `sent ${name}`,
  method,
  body: { type, data },
});

const createForm = (name: string, ...rows: readonly (readonly [string, string, boolean?])[]): BrunoItem =>
  createPost(
    `form ${name}`,
    'form-urlencoded',
    rows.map(([key, value, disabled = false]) => ({ name: key, value, ...(disabled ? { disabled } : {}) })),
  );

const createMultipart = (name: string, ...rows: readonly object[]): BrunoItem =>
  createPost(
    `parts ${name}`,
    'multipart-form',
    rows.map((one) => ({ type: 'text', ...one })),
  );

const withAuth = (name: string, auth: unknown): BrunoItem => ({ name: `sent auth ${name}`, auth });

/** Requests without scripts, as collections save them. */
export const everydayRequests: readonly BrunoItem[] = [
  createGet('plain', '/p/a'),
  createGet('trailing slash', '/p/a/'),
  createGet('double slash', '/p//a'),
  createGet('space in the path', '/p/a b'),
  createGet('encoded path', '/p/a%20b%2Fc'),
  createGet('unicode path', '/p/zürich'),
  createGet('semicolon and comma', '/p/a;v=1,2'),
  createGet('colon later in a segment', '/p/a:b/c@d'),
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
  createGet('variables in the query', '/q?h={{fixed}}&n={{n}}&c={{city}}'),
  createGet('a variable in a key', '/q?{{city}}=1'),
  createGet('JSON in the query', '/q?where={"a":[1,2]}'),
  createGet('a star and tilde', '/p/*~!$()?q=*~!$()'),
  createGet('an at sign', '/q?mail=ann@example.com'),
  createGet('a hash that is encoded', '/q?color=%23fff'),
  createGet('a percent sign', '/q?p=100%25'),
  createGet('path parameters', '/v/:a/:b', {
    params: [
      { name: 'a', value: 'x', type: 'path' },
      { name: 'b', value: '{{n}}', type: 'path' },
    ],
  }),
  createGet('query parameters', '/q?a=1', {
    params: [
      { name: 'a', value: '1', type: 'query' },
      { name: 'b', value: '2', type: 'query', disabled: true },
    ],
  }),
  createGet('PATCH', '/m', { method: 'PATCH' }),
  createGet('DELETE', '/m', { method: 'DELETE' }),
  createGet('PUT', '/m', { method: 'PUT' }),
  createGet('header without a value', '/h', { headers: [['X-A', '']] }),
  createGet('header of a variable', '/h', { headers: [['X-Of', '{{fixed}} {{n}}']] }),
  createGet('header that is off', '/h', {
    headers: [
      ['X-A', '1'],
      ['X-B', '2', true],
    ],
  }),
  createGet('header in capitals', '/h', { headers: [['X-CAPS', 'A']] }),
  createPost('json', 'json', '{"a": 1, "b": [true, null]}'),
  createPost('json with comments', 'json', '{ "a": "x // no", /* two */ "b": 2 }'),
  createPost('json of variables', 'json', '{"w": "{{word}}", "n": {{n}}, "c": "{{city}}"}'),
  createPost('json of a list', 'json', '[1, "2", {"a": null}]'),
  createPost('json of a string', 'json', '"a"'),
  createPost('json in unicode', 'json', '{"a": "日本 😀"}'),
  createPost('json of floats', 'json', '{"a": 1.5, "b": -0.25}'),
  createPost('json by PUT', 'json', '{"a":{"b":{"c":[]}}}', 'PUT'),
  createPost('json by PATCH', 'json', '{"a":""}', 'PATCH'),
  createPost('text', 'text', 'line one\nline two {{n}}'),
  createPost('text of one word', 'text', 'x'),
  createPost('xml', 'xml', '<?xml version="1.0"?><a b="{{city}}">ä</a>'),
  createPost('xml by PUT', 'xml', '<a>\n  <b/>\n</a>', 'PUT'),
  createPost('sparql', 'sparql', 'SELECT * WHERE { ?s ?p "{{city}}" }'),
  createForm('plain', ['a', '1'], ['b', 'x']),
  createForm('special', ['a', 'x y&z=1'], ['b', '2']),
  createForm('repeated', ['a', '1'], ['a', '2'], ['off', '3', true]),
  createForm('of variables', ['c', '{{city}}'], ['n', '{{n}}'], ['empty', '']),
  createForm('in unicode', ['ä', 'ö']),
  createMultipart('plain', { name: 'a', value: '1' }, { name: 'b', value: 'x y' }),
  createMultipart('of variables', { name: 'c', value: '{{city}}' }, { name: 'n', value: '{{n}}' }),
  createMultipart(
    'typed',
    { name: 'a', value: '{"x":1}', contentType: 'application/json' },
    { name: 'b', value: '2' },
  ),
  createMultipart('with one off', { name: 'a', value: '1' }, { name: 'off', value: '2', disabled: true }),
  withAuth('basic', { type: 'basic', username: 'ann', password: 'p:w' }),
  withAuth('basic of variables', { type: 'basic', username: '{{city}}', password: '{{n}}' }),
  withAuth('bearer', { type: 'bearer', token: '{{fixed}}' }),
  withAuth('key in a header', { type: 'apikey', key: 'X-Api-Key', value: '{{city}}', placement: 'header' }),
];

/** More of them, which run in developer mode, because safe mode takes a second for each. */
export const rarerRequests: readonly BrunoItem[] = [
  createGet('nothing but a host', ''),
  createGet('a fragment', '/p/a#part'),
  createGet('a fragment after a query', '/q?a=1#part'),
  createGet('a percent sign alone', '/q?p=100%25&q=%zz'),
  createGet('latin 1 that is encoded', '/q?a=%E4'),
  createGet('semicolons in the query', '/q?a=1;b=2'),
  createGet('angle brackets', '/q?a=<b>&c=>'),
  createGet('braces', '/p/{a}?b={c}'),
  createGet('square brackets in the path', '/p/[a]'),
  createGet('an equals sign in the path', '/p/a=b&c'),
  createGet('pipes and carets', '/q?a=b|c^d`e'),
  createGet('a question mark in the query', '/q?a=b?c/d'),
  createGet('smileys', '/p/😀?q=😀'),
  createGet('plus signs of both kinds', '/q?a=+1&b=%2B1'),
  createGet('an encoded URL', '/q?to=https%3A%2F%2Fx.example%2F%3Fa%3D1'),
  createGet('a variable of words in the path', '/p/{{fixed}}/x'),
  createGet('a list in one value', '/q?ids=1,2,3&sort=-name,+age'),
  createGet('a time', '/q?at=2026-01-02T03:04:05+01:00'),
  createGet('a matrix parameter', '/p;v=1/a;b=2'),
  createGet('path parameters that are special', '/v/:a/:b/:c', {
    params: [
      { name: 'a', value: 'ä=b', type: 'path' },
      { name: 'b', value: 'x%20z', type: 'path' },
      { name: 'c', value: 'a:b@c,d;e', type: 'path' },
    ],
  }),
  createGet('a path parameter twice', '/v/:a/:a', { params: [{ name: 'a', value: 'x', type: 'path' }] }),
  createGet('a path parameter in a word', '/v/a:b/c', { params: [{ name: 'b', value: 'x', type: 'path' }] }),
  createGet('query parameters that are off', '/q', {
    params: [
      { name: 'a', value: '1', type: 'query', disabled: true },
      { name: 'a', value: '', type: 'query', disabled: true },
    ],
  }),
  createGet('query parameters that are special', '/q?a b=c d&é=ü', {
    params: [
      { name: 'a b', value: 'c d', type: 'query' },
      { name: 'é', value: 'ü', type: 'query' },
    ],
  }),
  createGet('OPTIONS', '/m', { method: 'OPTIONS' }),
  createGet('HEAD', '/m', { method: 'HEAD' }),
  createGet('PURGE', '/m', { method: 'PURGE' }),
  createGet('a header that is off beside one that is on', '/h', {
    headers: [
      ['X-A', 'off', true],
      ['X-A', 'on'],
    ],
  }),
  createGet('a header with spaces', '/h', { headers: [['X-A', '  a  b  ']] }),
  createGet('a header whose name is a variable', '/h', { headers: [['X-{{city}}', '1']] }),
  createGet('a cookie by hand', '/h', { headers: [['Cookie', 'a=1; b={{n}}']] }),
  createGet('an authorization by hand', '/h', { headers: [['authorization', 'Token {{city}}']] }),
  createGet('a long header', '/h', { headers: [['X-Long', 'a'.repeat(4000)]] }),
  {
    ...createPost('json of another type', 'json', '{"a":1}'),
    headers: [['Content-Type', 'application/vnd.api+json']],
  },
  {
    ...createPost('text of another type', 'text', 'a,b\n1,2'),
    headers: [['content-type', 'text/csv; charset=utf-8']],
  },
  {
    ...createPost('xml of another type', 'xml', '<a/>'),
    headers: [['Content-Type', 'application/soap+xml']],
  },
  createPost('json of nothing', 'json', '{}'),
  createPost('json of an empty list', 'json', '[]'),
  createPost('xml of variables', 'xml', '<a n="{{n}}">{{city}}</a>'),
  createPost('json by DELETE', 'json', '{"ids":[1,2]}', 'DELETE'),
  createPost('json of big numbers', 'json', '{"a": 12345678901234567890, "b": 1.0, "c": 1e3}'),
  createPost('json of escapes', 'json', '{"a":"\\"x\\\\y\\u00e4\\n"}'),
  createPost('json of several lines', 'json', '{\n  "a": [\n    1\n  ]\n}'),
  createPost('json of variables of no kind', 'json', '{"a": "{{none_such}}", "b": "{n}"}'),
  createPost('xml with comments', 'xml', '<!-- c --><a><![CDATA[<b>]]></a>'),
  createForm('of smileys', ['😀', 'a+b'], ['q', '"\'<>']),
  createForm('of lists', ['a[]', '1'], ['a[]', '2'], ['b[c][d]', '3']),
  createForm('of one name', ['only', '']),
  createForm('of paths', ['to', 'http://h.example/p?x=1&y=2'], ['mail', 'ann@example.com']),
  { ...createForm('by PATCH', ['a', '1']), method: 'PATCH' },
  createMultipart('of one name', { name: 'a', value: '1' }, { name: 'a', value: '2' }),
  createMultipart('in unicode', { name: 'a', value: '日本 😀' }),
  createMultipart(
    'of lists',
    { name: 'a[]', value: '1' },
    { name: 'a[]', value: '2' },
    { name: 'b[c]', value: '3' },
  ),
  createMultipart('without values', { name: 'a', value: '' }),
  { ...createMultipart('by PUT', { name: 'a', value: '1' }), method: 'PUT' },
  withAuth('basic in unicode', { type: 'basic', username: 'änn', password: 'p:w' }),
  withAuth('basic without a password', { type: 'basic', username: 'ann', password: '' }),
  withAuth('bearer of variables', { type: 'bearer', token: '{{city}}-{{n}}' }),
  withAuth('none', 'inherit'),
  withAuth('digest without a challenge', { type: 'digest', username: 'ann', password: 'x' }),
];
