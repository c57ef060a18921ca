import { changed, type Format, kept, listed, readWhole } from './row.js';

const get = 'GET https://a.example';
const post = (type: string, body: string): string =>
  `### r\nPOST https://a.example\nContent-Type: ${type}\n\n${body}\n`;
const row = (name: string, value: string) => ({ name, value, enabled: true });
/** The line that follows a comment above a request. */
const directed = (comment: string): string => `### r\n# ${comment}\n${get}\n`;
const beside = (text: string): string => `### other\n${get}\n\n### r\n${text}\n`;

export const httpFiles: Format = {
  name: '.http and .rest files',
  specification: 'https://github.com/JetBrains/http-request-in-editor-spec',
  read: (input) => readWhole(input, 'http'),
  rows: [
    kept('### title', `### r\n${get}\n`, { request: { name: 'r', url: 'https://a.example' } }),
    kept('# @name', directed('@name n'), { request: { name: 'n' } }),
    changed('a title beside @name', 'the description', directed('@name n'), {
      request: { name: 'n', description: 'r' },
    }),
    changed('comments', 'the description', directed('what it does'), {
      request: { description: 'what it does' },
    }),
    kept('a request line without a method', '### r\nhttps://a.example\n', { request: { method: 'GET' } }),
    kept('a query in further lines', `### r\n${get}\n  ?a=1\n  &b=2\n`, {
      request: { queryParams: [row('a', '1'), row('b', '2')] },
    }),
    kept('a path with a Host header', '### r\nGET /x HTTP/1.1\nHost: a.example:8080\n', {
      request: { url: 'http://a.example:8080/x', headers: [] },
    }),
    kept('HTTP/2', `### r\n${get} HTTP/2\n`, { request: { settings: { http: '2' } } }),
    kept('headers', `### r\n${get}\nA: 1\n`, { request: { headers: [row('A', '1')] } }),
    changed('comments between headers', 'nothing, as in editors', `### r\n${get}\n# A: 1\n`, {
      request: { headers: [] },
    }),
    listed(
      'a line between headers that is none',
      `### r\n${get}\n?? status == 200\n`,
      'line 2, r',
      'the line “?? status == 200”, which is no header',
    ),
    listed(
      '@variable = value, twice',
      `@v = 1\n### q\n${get}\n\n### r\n@v = 2\n${get}\n`,
      'line 6',
      'an earlier value of @v; the last one counts in the whole file',
    ),
    listed(
      '{{%variable}}, which is encoded',
      `@v = 1\n### r\n${get}/{{%v}}\n`,
      'r',
      '{{%v}} has no value here; set one in onRequest',
    ),
    listed(
      '{{$randomInt min max}} and others with arguments',
      `### r\n${get}/{{$randomInt 1 5}}\n`,
      'r',
      '{{$randomInt 1 5}} has no value here; set one in onRequest',
    ),
    listed(
      'GraphQL of a file with variables',
      `### r\nGRAPHQL https://a.example\n\n< ./q.graphql\n\n{"n": 5}\n`,
      'line 2, r',
      'the file ./q.graphql, which has its document; paste it',
    ),
    kept('@variable = value', `@v = 1\n### r\n${get}\n`, { root: { variables: [row('v', '1')] } }),
    kept('{{variable}}', '### r\nGET {{base}}/x\n', { request: { url: '{{base}}/x' } }),
    listed(
      '{{$variable}} of editors',
      `### r\n${get}/{{$random.uuid}}\n`,
      'r',
      '{{$random.uuid}} has no value here; set one in onRequest',
    ),
    listed(
      'values of other requests',
      `### r\n${get}/{{login.response.body.$.id}}\n`,
      'r',
      '{{login.response.body.$.id}} has no value here; set one in onResponse of “login”',
    ),
    kept('a body of JSON', post('application/json', '{}'), {
      request: { body: { type: 'json', content: '{}' }, headers: [] },
    }),
    kept('other media types of JSON', post('application/merge-patch+json', '{}'), {
      request: { body: { type: 'json' }, headers: [row('Content-Type', 'application/merge-patch+json')] },
    }),
    kept('a body of text', post('text/plain', 'a'), {
      request: { body: { type: 'text', content: 'a', contentType: 'text/plain' } },
    }),
    changed('a range such as */* as Content-Type', 'no type', post('*/*', 'a'), {
      request: { body: { type: 'text', content: 'a' }, headers: [] },
    }),
    kept('a form', post('application/x-www-form-urlencoded', 'a=1\n&b=2'), {
      request: { body: { type: 'form-urlencoded', fields: [row('a', '1'), row('b', '2')] } },
    }),
    kept(
      'a form of parts',
      post('multipart/form-data; boundary=b', '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--'),
      {
        request: { body: { type: 'multipart', parts: [row('a', '1')] } },
      },
    ),
    kept('< file', post('text/csv', '< ./a.csv'), {
      request: { body: { type: 'binary', file: './a.csv', contentType: 'text/csv' } },
    }),
    listed(
      '<@ file',
      post('text/csv', '<@ ./a.csv'),
      'line 2, r',
      'the variables in the file ./a.csv, which is sent as it is',
    ),
    listed(
      '<@encoding file',
      post('text/csv', '<@latin1 ./a.csv'),
      'line 2, r',
      'the variables in the file ./a.csv, which is sent as it is, and that it is read as latin1',
    ),
    listed(
      'a file within a body',
      post('text/plain', 'a\n< ./b.txt'),
      'line 2, r',
      'the file ./b.txt within its body; its line is sent as it stands',
    ),
    kept('GRAPHQL', '### r\nGRAPHQL https://a.example\n\nquery Q { a }\n\n{ "n": 5 }\n', {
      request: { kind: 'graphql', query: 'query Q { a }', variables: { n: 5 } },
    }),
    kept(
      'variables of GraphQL that are no JSON yet',
      '### r\nGRAPHQL https://a.example\n\n{ a }\n\n{ "n": {{n}} }\n',
      {
        request: { kind: 'graphql', query: '{ a }', variables: '{ "n": {{n}} }' },
      },
    ),
    kept('X-REQUEST-TYPE: GraphQL', '### r\nPOST https://a.example\nX-REQUEST-TYPE: GraphQL\n\n{ a }\n', {
      request: { kind: 'graphql', query: '{ a }', headers: [] },
    }),
    kept('curl', '### r\ncurl -X PUT https://a.example -d a=1\n', {
      request: { name: 'r', method: 'PUT', url: 'https://a.example' },
    }),
    kept('Authorization: Basic user password', `### r\n${get}\nAuthorization: Basic u {{p}}\n`, {
      request: { auth: { type: 'basic', username: 'u', password: '{{p}}' } },
    }),
    kept('Authorization: Digest user password', `### r\n${get}\nAuthorization: Digest u {{p}}\n`, {
      request: { auth: { type: 'digest' } },
    }),
    kept('Authorization: Bearer', `### r\n${get}\nAuthorization: Bearer {{t}}\n`, {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    }),
    kept(
      'Authorization: AWS',
      `### r\n${get}\nAuthorization: AWS {{a}} {{s}} region:eu-west-1 service:s3\n`,
      {
        request: { auth: { type: 'aws-sigv4', region: 'eu-west-1', service: 's3' } },
      },
    ),
    kept('# @no-redirect', directed('@no-redirect'), { request: { settings: { followRedirects: false } } }),
    kept('# @no-cookie-jar', directed('@no-cookie-jar'), { request: { settings: { cookies: false } } }),
    kept('# @timeout', directed('@timeout 2 m'), { request: { settings: { timeoutMs: 120_000 } } }),
    listed(
      '# @connection-timeout',
      directed('@connection-timeout 5'),
      'line 2, r',
      '@connection-timeout 5; there is one timeout for all',
    ),
    listed('# @no-log', directed('@no-log'), 'line 2, r', '@no-log: its executions are in the history'),
    listed(
      '# @no-auto-encoding',
      directed('@no-auto-encoding'),
      'line 2, r',
      '@no-auto-encoding: what a URL must encode is encoded',
    ),
    listed('# @note', directed('@note'), 'line 2, r', '@note: it is sent without a question'),
    listed(
      '# @prompt',
      directed('@prompt otp'),
      'line 2, r',
      '@prompt otp: nobody is asked for it; set it as a variable before sending',
    ),
    listed(
      '< {% script %}',
      `### r\n< {% a() %}\n${get}\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    listed(
      '> {% script %}',
      `### r\n${get}\n\n> {%\na()\n%}\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    listed(
      '> file.js',
      `### r\n${get}\n\n> ./a.js\n`,
      'line 2, r',
      'its scripts do not run here; they are a comment in the script',
    ),
    listed(
      '>> file',
      `### r\n${get}\n\n>> ./a.json\n`,
      'line 2, r',
      'the file ./a.json, into which its response is saved',
    ),
    listed('<> file', `### r\n${get}\n\n<> 2024.json\n`, 'line 2, r', 'the stored response 2024.json'),
    listed('WEBSOCKET', beside('WEBSOCKET wss://a.example'), 'line 5', 'it is a WebSocket request'),
    listed('GRPC', beside('GRPC a.example/S/m'), 'line 5', 'it is a gRPC request'),
    listed('RSOCKET', beside('RSOCKET a.example'), 'line 5', 'it is an RSocket request'),
    listed('import', beside('import ./a.http'), 'line 5', 'what another file brings; import that file, too'),
    listed(
      'run',
      beside('run #other'),
      'line 5',
      'a request of another file that is run here; use needs or a script for it',
    ),
    listed(
      'text that is no request',
      beside('hello world'),
      'line 5',
      'it is no request line, such as GET https://api.example.com',
    ),
  ],
};
