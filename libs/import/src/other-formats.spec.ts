import { describe, expect, it } from 'vitest';

import { findRequest, read } from './testing/read.js';

describe('the import of a HAR file', () => {
  const entry = (request: object, response: object = {}, more: object = {}) => ({
    request,
    response,
    ...more,
  });
  const document = read({
    log: {
      version: '1.2',
      browser: { name: 'Firefox' },
      entries: [
        entry(
          { method: 'GET', url: 'https://shop.example/logo.png', headers: [] },
          { content: { mimeType: 'image/png' } },
        ),
        entry(
          { method: 'GET', url: 'https://shop.example/app.js', headers: [] },
          {},
          { _resourceType: 'script' },
        ),
        entry({
          method: 'GET',
          url: 'https://shop.example/api/users?q=a+b&page=1',
          headers: [
            { name: ':authority', value: 'shop.example' },
            { name: 'Host', value: 'shop.example' },
            { name: 'Cookie', value: 'session=abc' },
            { name: 'Authorization', value: 'Bearer abc.def.ghi' },
            { name: 'X-Trace', value: '1' },
          ],
        }),
        entry({
          method: 'POST',
          url: 'https://auth.example/token',
          headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
          postData: { mimeType: 'application/x-www-form-urlencoded', text: 'grant=x&a=b%20c' },
        }),
        entry({
          method: 'POST',
          url: 'https://shop.example/api/users',
          headers: [],
          postData: { mimeType: 'application/json; charset=utf-8', text: '{"a":1}' },
        }),
      ],
    },
  });

  it('creates a folder for each host, without the requests that pages load automatically', () => {
    expect(document.requests.map(({ folder, name }) => [folder, name])).toEqual([
      ['shop.example', 'GET /api/users'],
      ['auth.example', 'POST /token'],
      ['shop.example', 'POST /api/users'],
    ]);
    expect(document.leftOut).toEqual([
      { place: 'log.entries', what: '2 of 5 requests: images (1), scripts of pages (1)' },
    ]);
  });

  it('keeps all headers except those of the connection, and stores credentials as secrets', () => {
    expect(findRequest(document, 'GET /api/users')).toMatchObject({
      url: 'https://shop.example/api/users',
      queryParams: [
        { name: 'q', value: 'a+b' },
        { name: 'page', value: '1' },
      ],
      headers: [{ name: 'Cookie' }, { name: 'X-Trace', value: '1' }],
      auth: { type: 'bearer', token: '{{token}}' },
    });
    expect(findRequest(document, 'POST /token')).toMatchObject({
      headers: [],
      body: {
        type: 'form-urlencoded',
        fields: [
          { name: 'grant', value: 'x' },
          { name: 'a', value: 'b c' },
        ],
      },
    });
    expect(findRequest(document, 'POST /api/users')).toMatchObject({
      body: { type: 'json', content: '{"a":1}' },
    });
    expect(document.environments[0]?.secrets).toContainEqual({
      ...{ name: 'token', value: 'abc.def.ghi', enabled: true },
    });
  });

  it('turns Basic credentials into auth, and keeps other Authorization headers unchanged', () => {
    const header = (value: string) => {
      const request = {
        ...{ method: 'GET', url: 'https://shop.example/a' },
        headers: [{ name: 'authorization', value }],
      };
      return findRequest(read({ log: { version: '1.2', entries: [{ request }] } }), 'GET /a');
    };
    expect(header(`Basic ${btoa('ann:open:sesame')}`)).toMatchObject({
      ...{ headers: [], auth: { type: 'basic', username: 'ann', password: '{{password}}' } },
    });
    for (const [value, as] of [
      ['Digest username="a"', '{{authorization}}'],
      ['a1b2c3d4', '{{authorization}}'],
      ['Basic ?', 'Basic ?'],
      ['abc', 'abc'],
    ] as const)
      expect(header(value)).toMatchObject({ headers: [{ value: as }], auth: { type: 'none' } });
  });
});

const requests = `@host = https://shop.example
@token = abc-123

### List users
# Shows them all
GET {{host}}/users
  ?page=1
  &q=a
Accept: application/json
Authorization: Bearer {{token}}

###
// @name create
POST {{host}}/users HTTP/1.1
Content-Type: application/json

{
  "name": "Ann"
}

> {%
  client.test("ok", function () {});
%}

### Upload
PUT {{host}}/photo
Content-Type: image/png

< ./photo.png

### Nonsense
hello world !
`;

describe('the import of a file of HTTP requests', () => {
  const document = read(requests, { name: 'shop.http' });

  it('creates a request for each block, named after its title or @name', () => {
    expect(document).toMatchObject({ format: 'http', name: 'shop' });
    expect(findRequest(document, 'List users')).toMatchObject({
      description: 'Shows them all',
      method: 'GET',
      url: '{{host}}/users',
      queryParams: [
        { name: 'page', value: '1' },
        { name: 'q', value: 'a' },
      ],
      headers: [{ name: 'Accept', value: 'application/json' }],
      auth: { type: 'bearer', token: '{{token}}' },
    });
    expect(findRequest(document, 'create')).toMatchObject({
      method: 'POST',
      headers: [],
      body: { type: 'json', content: '{\n  "name": "Ann"\n}' },
      script: expect.stringContaining('//   client.test("ok"') as string,
    });
    expect(findRequest(document, 'Upload')).toMatchObject({
      body: { type: 'binary', file: './photo.png', contentType: 'image/png' },
    });
  });

  it("stores the file's variables in its folder, and credentials among them as secrets", () => {
    expect(document.folders).toEqual([
      { path: '', variables: [{ name: 'host', value: 'https://shop.example', enabled: true }] },
    ]);
    expect(document.environments).toEqual([
      { name: 'shop', variables: [], secrets: [{ name: 'token', value: 'abc-123', enabled: true }] },
    ]);
  });

  it('reports lines that are not requests, with their line numbers', () => {
    expect(document.leftOut).toContainEqual({
      place: 'line 32',
      what: 'it is no request line, such as GET https://api.example.com',
    });
  });

  it('keeps the parts of a multipart body, with their files', () => {
    const form = (content: string) =>
      findRequest(
        read(
          `### form\nPOST http://shop.example/form\nContent-Type: multipart/form-data; boundary=b\n\n--b\n${content}\n--b--\n`,
          { name: 'a.http' },
        ),
        'form',
      );
    const parts =
      'Content-Disposition: form-data; name="user"\n\n1\n--b\nContent-Disposition: form-data; name="photo"; filename="me.png"\nContent-Type: image/png\n\n< ./photo.png';
    expect(form(parts)).toMatchObject({
      headers: [],
      body: {
        type: 'multipart',
        parts: [
          { name: 'user', value: '1' },
          { name: 'photo', file: './photo.png', filename: 'me.png', contentType: 'image/png' },
        ],
      },
    });
    expect(form('Content-Disposition: form-data; name="a"\nContent-Type: text/csv\n\n1,2')).toMatchObject({
      body: { type: 'multipart', parts: [{ name: 'a', value: '1,2', contentType: 'text/csv' }] },
    });
    // A body that Tandem's forms cannot express is sent as text with CRLF line endings, as the format requires.
    expect(form('Content-Type: text/csv\n\n1,2')).toMatchObject({
      body: {
        type: 'text',
        content: '--b\r\nContent-Type: text/csv\r\n\r\n1,2\r\n--b--\r\n',
        contentType: 'multipart/form-data; boundary=b',
      },
    });
  });

  it('accepts a URL that spans several lines, with comments between them', () => {
    const text =
      '### a\nGET http://shop.example/users\n  ?page=1\n  # the rest\n  // of it\n  &at=10:30\n# X-Off: 1\nX-On: 2\n';
    expect(findRequest(read(text, { name: 'a.http' }), 'a')).toMatchObject({
      url: 'http://shop.example/users',
      queryParams: [
        { name: 'page', value: '1' },
        { name: 'at', value: '10:30' },
      ],
      headers: [{ name: 'X-On', value: '2' }],
    });
  });

  it('reads a form that spans several lines as text, even if it contains variables', () => {
    const form = (value: string) =>
      read(
        `### a\nPOST http://shop.example\nContent-Type: application/x-www-form-urlencoded\n\na=${value}\n  &b=x%20y\n`,
        { name: 'a.http' },
      );
    expect(findRequest(form('{{a}}'), 'a')).toMatchObject({ body: { content: 'a={{a}}&b=x%20y' } });
    expect(findRequest(form('1'), 'a')).toMatchObject({
      body: {
        fields: [
          { name: 'a', value: '1' },
          { name: 'b', value: 'x y' },
        ],
      },
    });
  });

  it('gives dynamic values, and variables of the process, the names that they have here', () => {
    const path = [
      '$random.uuid',
      '$datetime iso8601',
      '$processEnv A',
      '$dotenv B',
      '$env.C',
      '$random.alphabetic(3)',
    ];
    const text = `GET http://shop.example/${path.map((name) => `{{${name}}}`).join('/')}\n`;
    expect(read(text, { name: 'a.http' }).requests).toMatchObject([
      {
        url: 'http://shop.example/{{$uuid}}/{{$isoTimestamp}}/{{process.env.A}}/{{process.env.B}}/{{process.env.C}}/{{$random.alphabetic(3)}}',
      },
    ]);
  });

  it('reports references to responses and files in a body, because it does not fill these in', () => {
    const { leftOut } = read(
      '### a\nGET http://shop.example/{{login.response.body.$.id}}\n\n### b\nPOST http://shop.example\nContent-Type: application/json\n\n{"a":\n< ./a.json\n}\n',
      { name: 'a.http' },
    );
    expect(leftOut).toEqual([
      { place: 'line 5, b', what: 'the file ./a.json within its body; its line is sent as it stands' },
      {
        place: 'a',
        what: '{{login.response.body.$.id}} has no value here; set one in onResponse of “login”',
      },
    ]);
  });
});
