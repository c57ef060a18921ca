import { createChangedRow, type Format, createKeptRow, createListedRow, readWhole } from './row.js';

const createHar = (request: object, entry: object = {}) => ({
  log: {
    version: '1.2',
    creator: { name: 'c', version: '1' },
    entries: [{ request: { method: 'GET', url: 'https://a.example/x', headers: [], ...request }, ...entry }],
  },
});
const createPostHar = (postData: object) => createHar({ method: 'POST', postData });
const createRow = (name: string, value: string) => ({ name, value, enabled: true });
const receivedLoss = 'what was received in 1 of 1 entries: responses, their cookies and times';

export const recordings: Format = {
  name: 'HAR 1.2',
  specification: 'http://www.softwareishard.com/blog/har-12-spec/',
  read: (input) => readWhole(input),
  rows: [
    createChangedRow('log.creator and log.browser', 'are not needed to send', createHar({}), { name: 'HAR' }),
    createChangedRow('log.pages', 'folders by host', createHar({}), { folder: { path: 'a.example' } }),
    createKeptRow('request.method and request.url', createHar({}), {
      request: { method: 'GET', url: 'https://a.example/x' },
    }),
    createKeptRow('request.headers', createHar({ headers: [{ name: 'a', value: '1' }] }), {
      request: { headers: [createRow('a', '1')] },
    }),
    createChangedRow(
      'request.headers of HTTP/2 and of the connection',
      'what the connection says itself',
      createHar({
        headers: [
          { name: ':path', value: '/x' },
          { name: 'Content-Length', value: '0' },
        ],
      }),
      { request: { headers: [] } },
    ),
    createKeptRow(
      'a Host header of another host',
      createHar({ headers: [{ name: 'Host', value: 'b.example' }] }),
      {
        request: { headers: [createRow('Host', 'b.example')] },
      },
    ),
    createChangedRow(
      'an Authorization header',
      'auth',
      createHar({ headers: [{ name: 'Authorization', value: 'Bearer {{t}}' }] }),
      {
        request: { auth: { type: 'bearer', token: '{{t}}' }, headers: [] },
      },
    ),
    createChangedRow(
      'request.cookies',
      'a Cookie header',
      createHar({ cookies: [{ name: 'theme', value: '{{c}}' }] }),
      {
        request: { headers: [createRow('Cookie', 'theme={{c}}')] },
      },
    ),
    createKeptRow('request.queryString', createHar({ queryString: [{ name: 'q', value: '1' }] }), {
      request: { queryParams: [createRow('q', '1')] },
    }),
    createKeptRow('request.postData.text', createPostHar({ mimeType: 'text/plain', text: 'a' }), {
      request: { body: { type: 'text', content: 'a', contentType: 'text/plain' } },
    }),
    createKeptRow(
      'request.postData.mimeType of JSON',
      createPostHar({ mimeType: 'application/vnd.api+json', text: '{}' }),
      {
        request: {
          body: { type: 'json', content: '{}' },
          headers: [createRow('Content-Type', 'application/vnd.api+json')],
        },
      },
    ),
    createKeptRow(
      'request.postData.params',
      createPostHar({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] }),
      {
        request: { body: { type: 'form-urlencoded', fields: [createRow('a', '1')] } },
      },
    ),
    createKeptRow(
      'request.postData.params of files',
      createPostHar({ mimeType: 'multipart/form-data', params: [{ name: 'a', fileName: 'b.txt' }] }),
      {
        request: { body: { type: 'multipart', parts: [{ name: 'a', file: 'b.txt' }] } },
      },
    ),
    createKeptRow(
      'a form with boundaries as text',
      createPostHar({
        mimeType: 'multipart/form-data; boundary=b',
        text: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
      }),
      { request: { body: { type: 'multipart', parts: [createRow('a', '1')] } } },
    ),
    createListedRow(
      'a body in base64',
      createPostHar({ mimeType: 'image/png', text: 'AAAA', encoding: 'base64' }),
      'https://a.example/x',
      'its body is in base64, and is sent as that text',
    ),
    createChangedRow(
      'request.httpVersion, headersSize and bodySize',
      'what the connection says itself',
      createHar({ httpVersion: 'HTTP/2' }),
      {
        request: { method: 'GET' },
      },
    ),
    createChangedRow('comment', 'the description', createHar({ comment: 'c' }), {
      request: { description: 'c' },
    }),
    createListedRow(
      'request.cookies beside a Cookie header',
      createHar({
        headers: [{ name: 'Cookie', value: 'a=1' }],
        cookies: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
      }),
      'https://a.example/x',
      'cookies that its Cookie header does not have: “b”',
    ),
    createListedRow(
      'request.queryString beside a query in the URL',
      createHar({
        url: 'https://a.example/x?a=1',
        queryString: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
      }),
      'https://a.example/x?a=1',
      'rows of queryString that its URL does not have: “b”',
    ),
    createListedRow(
      'a fragment in request.url',
      createHar({ url: 'https://a.example/x#f' }),
      'https://a.example/x#f',
      'the fragment #f of its URL, which is never sent',
    ),
    createListedRow(
      'request.postData.params beside text',
      createPostHar({
        ...{ mimeType: 'application/x-www-form-urlencoded', text: 'a=1' },
        params: [{ name: 'b', value: '2' }],
      }),
      'https://a.example/x',
      'the params beside the text of its body: “b”',
    ),
    createListedRow(
      'request.postData.params of another type',
      createPostHar({ mimeType: 'application/json', params: [{ name: 'b', value: '2' }] }),
      'https://a.example/x',
      'the params of its body, which is no form: “b”',
    ),
    createListedRow(
      'request.bodySize without postData',
      createHar({ method: 'POST', bodySize: 12 }),
      'https://a.example/x',
      'its body of 12 bytes, which the document does not have',
    ),
    createKeptRow(
      'log.comment',
      { log: { ...createHar({}).log, comment: 'c' } },
      { root: { description: 'c' } },
    ),
    createListedRow(
      'comment of a header, a cookie, a row of the query and a parameter',
      createHar({
        ...{ method: 'POST', headers: [{ name: 'a', value: '1', comment: 'c' }] },
        cookies: [{ name: 'theme', value: 'dark', comment: 'c' }],
        queryString: [{ name: 'q', value: '1', comment: 'c' }],
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [{ name: 'a', value: '1', comment: 'c' }],
        },
      }),
      'https://a.example/x',
      'the comments of 4 rows',
    ),
    createListedRow(
      'comment of a page',
      { log: { ...createHar({}).log, pages: [{ id: 'p', title: 't', comment: 'c' }] } },
      'log.pages',
      'the comments of 1 page',
    ),
    createListedRow(
      'comment of creator and browser',
      { log: { ...createHar({}).log, browser: { name: 'b', version: '1', comment: 'c' } } },
      'log.browser',
      'its comment',
    ),
    createListedRow(
      'comment of response, content, cache and timings',
      createHar(
        {},
        { response: { status: 200, comment: 'c', content: { comment: 'c' } }, cache: { comment: 'c' } },
      ),
      'log.entries',
      receivedLoss,
    ),
    createListedRow(
      'timings without a response',
      createHar({}, { timings: { wait: 1, comment: 'c' } }),
      'log.entries',
      receivedLoss,
    ),
    createListedRow('response', createHar({}, { response: { status: 200 } }), 'log.entries', receivedLoss),
    createListedRow(
      'timings, cache and serverIPAddress',
      createHar({}, { response: { status: 200 }, timings: {}, cache: {}, serverIPAddress: '127.0.0.1' }),
      'log.entries',
      receivedLoss,
    ),
    createListedRow(
      'what pages load by themselves',
      createHar({ url: 'https://a.example/x.png' }, { response: { content: { mimeType: 'image/png' } } }),
      'log.entries',
      '1 of 1 requests: images (1)',
    ),
    createListedRow(
      'requests that are not of HTTP',
      {
        log: {
          entries: [...createHar({}).log.entries, ...createHar({ url: 'wss://a.example' }).log.entries],
        },
      },
      'log.entries',
      '1 of 2 requests: their URLs are not of HTTP',
    ),
  ],
};
