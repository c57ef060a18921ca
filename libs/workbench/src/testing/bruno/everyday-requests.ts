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
