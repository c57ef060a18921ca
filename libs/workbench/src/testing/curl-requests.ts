import type { CreateGraphql, CreateRest } from '@tandem/application';

/** A saved request that both Tandem and curl send, and how the sent requests may differ. */
export interface CurlRequest {
  readonly title: string;
  readonly rest?: Partial<CreateRest>;
  readonly graphql?: Partial<CreateGraphql>;
  /**
   * The reason why curl cannot send the same, and the request and its parts that differ. `request` counts from 0; `what` contains `method`,
   * `body` or names of headers. The test fails if one of these parts no longer differs.
   */
  readonly differs?: { readonly reason: string; readonly request: number; readonly what: readonly string[] };
}

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });
const post = (
  body: NonNullable<CreateRest['body']>,
  more: Partial<CreateRest> = {},
): Partial<CreateRest> => ({
  method: 'POST',
  url: '/x',
  body,
  ...more,
});
const createJsonBody = (content: string) => ({ type: 'json', content }) as const;
const createTextBody = (content: string) => ({ type: 'text', content }) as const;

const user = { username: 'm e', password: 'p:"é' };
const keys = { accessKeyId: 'AKID', secretAccessKey: 'se/cret', region: 'eu-west-1', service: 'execute-api' };

/** The variables of the environment for the requests. */
export const variables = { name: 'Ann "A"\n\\', count: '7', item: 'a/b c' };

/** Files in the workspace's folder, by name. */
export const files: Readonly<Record<string, Uint8Array>> = {
  'a "b"; c.bin': Buffer.from([0, 255, 10, 13, 27, 0]),
  'note.txt': Buffer.from('two\r\nlines é\n'),
};

/** The settings that requests inherit from the workspace, "", and its folders. */
export const folders = {
  '': { headers: [pair('x-workspace', 'all'), pair('x-nearest', 'workspace')] },
  api: {
    headers: [pair('X-Nearest', 'api'), pair('x-api', '{{count}}')],
    auth: { type: 'bearer', token: 't.{{count}}' },
  },
  'api/v2': { headers: [pair('x-nearest', 'v2')] },
  basic: { auth: { type: 'basic', ...user } },
  key: { auth: { type: 'api-key', name: 'X-Key', value: 'k {{count}}', in: 'header' } },
  'key in the query': { auth: { type: 'api-key', name: 'api key', value: 'k&{{count}}', in: 'query' } },
} as const;

export const curlRequests: readonly CurlRequest[] = [
  { title: 'headers and Bearer of two folders and the workspace', rest: { folder: 'api/v2', url: '/x' } },
  {
    title: 'inherited headers that are replaced and removed, and auth that is switched off',
    rest: {
      folder: 'api/v2',
      url: '/x',
      headers: [pair('X-NEAREST', 'own'), pair('x-api', '', false)],
      auth: { type: 'none' },
    },
  },
  { title: 'Basic of a folder', rest: { folder: 'basic', url: '/x' } },
  { title: 'an API key of a folder in a header', rest: { folder: 'key', url: '/x' } },
  {
    title: 'an API key of a folder in the query',
    rest: { folder: 'key in the query', url: '/x?a=1', queryParams: [pair('b', '2')] },
  },
  { title: 'digest', rest: { url: '/digest/a?b=c%20d', auth: { type: 'digest', ...user } } },
  {
    title: 'digest with a body',
    rest: post(createJsonBody('{"a": 1}'), {
      url: '/digest',
      auth: { type: 'digest', ...user, username: 'other' },
    }),
    differs: {
      reason: 'curl sends no body before it has the challenge',
      request: 0,
      what: ['body', 'content-length'],
    },
  },
  { title: 'a signature of AWS', rest: { url: '/x?b=2&a=1', auth: { type: 'aws-sigv4', ...keys } } },
  {
    title: 'a signature of AWS with a token and a body',
    rest: post(createJsonBody('{"a": "é"}'), {
      auth: { type: 'aws-sigv4', ...keys, sessionToken: 'to/ken' },
    }),
  },
  { title: 'cookies of the jar', rest: { url: '/jar/x' } },
  {
    title: 'cookies of the jar beside a Cookie header',
    rest: { url: '/jar/x', headers: [pair('Cookie', 'theme=light; own=1')] },
  },
  {
    title: 'spaces, Unicode and reserved characters in the query',
    rest: {
      url: '/x?q=a b&é=ü&plus=1+1&slash=/?:@',
      queryParams: [pair('a b', 'c d'), pair('é', '日本'), pair('&=#+', `!*'();:@&=+$,/?#[]%`)],
    },
  },
  {
    title: 'repeated, empty and disabled query parameters',
    rest: { url: '/x?a=1&a=2&&b', queryParams: [pair('a', '3'), pair('c', ''), pair('d', '4', false)] },
  },
  {
    title: 'path parameters',
    rest: { url: '/:kind/items/:item', pathParams: [pair('kind', 'é?#'), pair('item', '{{item}}')] },
  },
  {
    title: 'JSON with variables and quotes',
    rest: post(createJsonBody('{\n\t"name": "{{name}}",\n  "it\'s": [{{count}}, "$HOME `id` \\\\"]\n}')),
  },
  {
    title: 'text',
    rest: post({ type: 'text', content: '@file\r\n\t{{name}} é 😀', contentType: 'text/x-odd; a="b"' }),
  },
  {
    title: 'a form with repeated and disabled fields',
    rest: post({
      type: 'form-urlencoded',
      fields: [pair('a b', '@c&d=e+é'), pair('a b', '{{name}}'), pair('c', 'd', false), pair('e', '')],
    }),
  },
  {
    title: 'a multipart form of texts and files',
    rest: post({
      type: 'multipart',
      parts: [
        pair('a "b"', 'one\ntwo {{count}}'),
        { name: 'file', file: 'a "b"; c.bin', enabled: true },
        { name: 'note', file: 'note.txt', filename: 'é.txt', contentType: 'text/plain', enabled: true },
        pair('off', 'x', false),
      ],
    }),
  },
  {
    title: 'a multipart form of texts with types, file names and headers',
    rest: post({
      type: 'multipart',
      parts: [
        { name: 'meta', value: '{"a":\n"\\"}', contentType: 'application/json', enabled: true },
        { name: 'csv', value: '1;2', filename: 'rows.csv', contentType: 'text/csv', enabled: true },
        { name: 'plain', value: 'x', headers: [pair('X-Id', '"7"; {{count}}')], enabled: true },
      ],
    }),
  },
  {
    title: 'a file',
    rest: post({ type: 'binary', file: 'a "b"; c.bin', contentType: 'image/x-odd' }, { method: 'PUT' }),
  },
  {
    title: 'a GraphQL query with variables',
    graphql: {
      folder: 'api',
      url: '/graphql',
      query: 'query Me($id: ID!) { me(id: $id) { name(as: "it\'s") } }\nquery Other { a }',
      operationName: 'Me',
      variables: { id: '{{name}}', deep: [{ n: 1.5, none: null }] },
    },
  },
  { title: 'a method of WebDAV with a body', rest: { ...post(createTextBody('<a/>')), method: 'PROPFIND' } },
  { title: 'a method in lower case', rest: { method: 'purge', url: '/x' } },
  { title: 'HEAD', rest: { method: 'HEAD', url: '/x?a=1', headers: [pair('x-a', 'b')] } },
  { title: 'DELETE with a body', rest: { ...post(createJsonBody('{}')), method: 'DELETE' } },
  {
    title: 'a POST that 302 turns into a GET',
    rest: post(createJsonBody('{"a": 1}'), { url: '/302?to=/end' }),
    differs: {
      reason: 'curl sends the headers that it was given in every request',
      request: 1,
      what: ['content-type'],
    },
  },
  { title: 'a POST that 307 repeats', rest: post(createJsonBody('{"a": 1}'), { url: '/307?to=/end%3Fb=1' }) },
  {
    title: 'a PUT that 302 repeats',
    rest: { ...post(createJsonBody('{"a": 1}')), method: 'PUT', url: '/302?to=/end' },
  },
  { title: 'an empty POST that 303 turns into a GET', rest: { method: 'POST', url: '/303?to=/end' } },
  {
    title: 'a PUT that 303 turns into a GET',
    rest: { ...post(createTextBody('a')), method: 'PUT', url: '/303?to=/end' },
    differs: {
      reason: 'curl sends the method and the headers that it was given in every request',
      request: 1,
      what: ['method', 'content-type'],
    },
  },
  {
    title: 'a redirect that is not followed',
    rest: { url: '/302?to=/end', settings: { followRedirects: false } },
  },
  {
    title: 'a redirect that sets a cookie',
    rest: { url: '/jar/set?to=/jar/end' },
    differs: {
      reason: 'a command has no jar for the cookies that its own redirects set',
      request: 1,
      what: ['cookie'],
    },
  },
  {
    title: 'headers with odd characters',
    rest: {
      url: '/x',
      headers: [
        pair('x-odd', `it's "x" \`y\` $z \\ {{count}}; a=b, c`),
        pair('x-latin-1', 'café\tü'),
        pair('x-empty', ''),
        pair('x-twice', '1'),
        pair('x-twice', '2'),
        pair("x!#$%&'*+.^_`|~", '@note.txt'),
      ],
    },
  },
  { title: 'a POST without a body', rest: { method: 'POST', url: '/x' } },
  {
    title: 'a PUT without a body',
    rest: { method: 'PUT', url: '/x', headers: [pair('content-type', 'text/x')] },
  },
  { title: 'a POST with an empty text', rest: post(createTextBody('')) },
  { title: 'a compressed response', rest: { url: '/gzip', headers: [pair('Accept-Encoding', 'gzip, br')] } },
];
