import { createChangedRow, type Format, createKeptRow, createListedRow, readWhole } from './row.js';

const get = 'GET https://a.example';
const post = (type: string, body: string): string =>
  `### r\nPOST https://a.example\nContent-Type: ${type}\n\n${body}\n`;
const createRow = (name: string, value: string) => ({ name, value, enabled: true });
/** The line that follows a comment above a request. */
const addDirective = (comment: string): string => `### r\n# ${comment}\n${get}\n`;
const addOtherRequest = (text: string): string => `### other\n${get}\n\n### r\n${text}\n`;

export const httpFiles: Format = {
  name: '.http and .rest files',
  specification: 'https://github.com/JetBrains/http-request-in-editor-spec',
  read: (input) => readWhole(input, 'http'),
  rows: [
    createKeptRow('### title', `### r\n${get}\n`, { request: { name: 'r', url: 'https://a.example' } }),
    createKeptRow('# @name', addDirective('@name n'), { request: { name: 'n' } }),
    createChangedRow('a title beside @name', 'the description', addDirective('@name n'), {
      request: { name: 'n', description: 'r' },
    }),
    createChangedRow('comments', 'the description', addDirective('what it does'), {
      request: { description: 'what it does' },
    }),
    createKeptRow('a request line without a method', '### r\nhttps://a.example\n', {
      request: { method: 'GET' },
    }),
    createKeptRow('a query in further lines', `### r\n${get}\n  ?a=1\n  &b=2\n`, {
      request: { queryParams: [createRow('a', '1'), createRow('b', '2')] },
    }),
    createKeptRow('a path with a Host header', '### r\nGET /x HTTP/1.1\nHost: a.example:8080\n', {
      request: { url: 'http://a.example:8080/x', headers: [] },
    }),
    createKeptRow('HTTP/2', `### r\n${get} HTTP/2\n`, { request: { settings: { http: '2' } } }),
    createKeptRow('headers', `### r\n${get}\nA: 1\n`, { request: { headers: [createRow('A', '1')] } }),
    createChangedRow('comments between headers', 'nothing, as in editors', `### r\n${get}\n# A: 1\n`, {
      request: { headers: [] },
    }),
    createListedRow(
      'a line between headers that is none',
      `### r\n${get}\n?? status == 200\n`,
      'line 2, r',
      'the line “?? status == 200”, which is no header',
    ),
    createListedRow(
      '@variable = value, twice',
      `@v = 1\n### q\n${get}\n\n### r\n@v = 2\n${get}\n`,
      'line 6',
      'an earlier value of @v; the last one counts in the whole file',
    ),
    createListedRow(
      '{{%variable}}, which is encoded',
      `@v = 1\n### r\n${get}/{{%v}}\n`,
      'r',
      '{{%v}} has no value here; set one in onRequest',
    ),
    createListedRow(
      '{{$randomInt min max}} and others with arguments',
      `### r\n${get}/{{$randomInt 1 5}}\n`,
      'r',
      '{{$randomInt 1 5}} has no value here; set one in onRequest',
    ),
    createListedRow(
      'GraphQL of a file with variables',
      `### r\nGRAPHQL https://a.example\n\n< ./q.graphql\n\n{"n": 5}\n`,
      'line 2, r',
      'the file ./q.graphql, which has its document; paste it',
    ),
    createKeptRow('@variable = value', `@v = 1\n### r\n${get}\n`, {
      root: { variables: [createRow('v', '1')] },
    }),
    createKeptRow('{{variable}}', '### r\nGET {{base}}/x\n', { request: { url: '{{base}}/x' } }),
    createKeptRow('{{$random.uuid}}', '### r\nGET {{base}}/{{$random.uuid}}\n', {
      request: { url: '{{base}}/{{$uuid}}' },
    }),
    createListedRow(
      '{{$variable}} of editors',
      `### r\n${get}/{{$random.alphabetic(3)}}\n`,
      'r',
      '{{$random.alphabetic}} has no value here; set one in onRequest',
    ),
    createListedRow(
      'values of other requests',
      `### r\n${get}/{{login.response.body.$.id}}\n`,
      'r',
      '{{login.response.body.$.id}} has no value here; set one in onResponse of “login”',
    ),
    createKeptRow('a body of JSON', post('application/json', '{}'), {
      request: { body: { type: 'json', content: '{}' }, headers: [] },
    }),
    createKeptRow('other media types of JSON', post('application/merge-patch+json', '{}'), {
      request: {
        body: { type: 'json' },
        headers: [createRow('Content-Type', 'application/merge-patch+json')],
      },
    }),
    createKeptRow('a body of text', post('text/plain', 'a'), {
      request: { body: { type: 'text', content: 'a', contentType: 'text/plain' } },
    }),
    createChangedRow('a range such as */* as Content-Type', 'no type', post('*/*', 'a'), {
      request: { body: { type: 'text', content: 'a' }, headers: [] },
    }),
    createKeptRow('a form', post('application/x-www-form-urlencoded', 'a=1\n&b=2'), {
      request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1'), createRow('b', '2')] } },
    }),
    createKeptRow(
      'a form of parts',
      post('multipart/form-data; boundary=b', '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--'),
      {
        request: { body: { type: 'multipart', parts: [createRow('a', '1')] } },
      },
    ),
    createKeptRow('< file', post('text/csv', '< ./a.csv'), {
      request: { body: { type: 'binary', file: './a.csv', contentType: 'text/csv' } },
    }),
    createListedRow(
      '<@ file',
      post('text/csv', '<@ ./a.csv'),
      'line 2, r',
      'the variables in the file ./a.csv, which is sent as it is',
    ),
    createListedRow(
      '<@encoding file',
      post('text/csv', '<@latin1 ./a.csv'),
      'line 2, r',
      'the variables in the file ./a.csv, which is sent as it is, and that it is read as latin1',
    ),
    createListedRow(
      'a file within a body',
      post('text/plain', 'a\n< ./b.txt'),
      'line 2, r',
      'the file ./b.txt within its body; its line is sent as it stands',
    ),
    createKeptRow('GRAPHQL', '### r\nGRAPHQL https://a.example\n\nquery Q { a }\n\n{ "n": 5 }\n', {
      request: { kind: 'graphql', query: 'query Q { a }', variables: { n: 5 } },
    }),
    createKeptRow(
      'variables of GraphQL that are no JSON yet',
      '### r\nGRAPHQL https://a.example\n\n{ a }\n\n{ "n": {{n}} }\n',
      {
        request: { kind: 'graphql', query: '{ a }', variables: '{ "n": {{n}} }' },
      },
    ),
    createKeptRow(
      'X-REQUEST-TYPE: GraphQL',
      '### r\nPOST https://a.example\nX-REQUEST-TYPE: GraphQL\n\n{ a }\n',
      {
        request: { kind: 'graphql', query: '{ a }', headers: [] },
      },
    ),
    createKeptRow('curl', '### r\ncurl -X PUT https://a.example -d a=1\n', {
      request: { name: 'r', method: 'PUT', url: 'https://a.example' },
    }),
    createKeptRow('Authorization: Basic user password', `### r\n${get}\nAuthorization: Basic u {{p}}\n`, {
      request: { auth: { type: 'basic', username: 'u', password: '{{p}}' } },
    }),
    createKeptRow('Authorization: Digest user password', `### r\n${get}\nAuthorization: Digest u {{p}}\n`, {
      request: { auth: { type: 'digest' } },
    }),
    createKeptRow('Authorization: Bearer', `### r\n${get}\nAuthorization: Bearer {{t}}\n`, {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    }),
    createKeptRow(
      'Authorization: AWS',
      `### r\n${get}\nAuthorization: AWS {{a}} {{s}} region:eu-west-1 service:s3\n`,
      {
        request: { auth: { type: 'aws-sigv4', region: 'eu-west-1', service: 's3' } },
      },
    ),
    createKeptRow('# @no-redirect', addDirective('@no-redirect'), {
      request: { settings: { followRedirects: false } },
    }),
    createKeptRow('# @no-cookie-jar', addDirective('@no-cookie-jar'), {
      request: { settings: { cookies: false } },
    }),
    createKeptRow('# @timeout', addDirective('@timeout 2 m'), {
      request: { settings: { timeoutMs: 120_000 } },
    }),
    createListedRow(
      '# @connection-timeout',
      addDirective('@connection-timeout 5'),
      'line 2, r',
      '@connection-timeout 5; there is one timeout for all',
    ),
    createListedRow(
      '# @no-log',
      addDirective('@no-log'),
      'line 2, r',
      '@no-log: its executions are in the history',
    ),
    createListedRow(
      '# @no-auto-encoding',
      addDirective('@no-auto-encoding'),
      'line 2, r',
      '@no-auto-encoding: what a URL must encode is encoded',
    ),
    createListedRow('# @note', addDirective('@note'), 'line 2, r', '@note: it is sent without a question'),
    createListedRow(
      '# @prompt',
      addDirective('@prompt otp'),
      'line 2, r',
      '@prompt otp: nobody is asked for it; set it as a variable before sending',
    ),
    createListedRow(
      '< {% script %}',
      `### r\n< {% a() %}\n${get}\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    createListedRow(
      '> {% script %}',
      `### r\n${get}\n\n> {%\na()\n%}\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    createListedRow(
      '> file.js',
      `### r\n${get}\n\n> ./a.js\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    createListedRow(
      '>> file',
      `### r\n${get}\n\n>> ./a.json\n`,
      'line 2, r',
      'the file ./a.json, into which its response is saved',
    ),
    createListedRow(
      '<> file',
      `### r\n${get}\n\n<> 2024.json\n`,
      'line 2, r',
      'the stored response 2024.json',
    ),
    createListedRow(
      'WEBSOCKET',
      addOtherRequest('WEBSOCKET wss://a.example'),
      'line 5',
      'it is a WebSocket request',
    ),
    createListedRow('GRPC', addOtherRequest('GRPC a.example/S/m'), 'line 5', 'it is a gRPC request'),
    createListedRow('RSOCKET', addOtherRequest('RSOCKET a.example'), 'line 5', 'it is an RSocket request'),
    createListedRow(
      'import',
      addOtherRequest('import ./a.http'),
      'line 5',
      'what another file brings; import that file, too',
    ),
    createListedRow(
      'run',
      addOtherRequest('run #other'),
      'line 5',
      'a request of another file that is run here; use needs or a script for it',
    ),
    createListedRow(
      'text that is no request',
      addOtherRequest('hello world'),
      'line 5',
      'it is no request line, such as GET https://api.example.com',
    ),
  ],
};
