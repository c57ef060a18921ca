import { describe, expect, it } from 'vitest';

import { read } from './testing/read.js';

const bodiesOf = (document: string | object): readonly unknown[] =>
  read(document).requests.map((one) => ('body' in one ? one.body : undefined));

describe('the parts of a form', { tags: 'bodies:parts' }, () => {
  it('keep their types and file names from a curl command', () => {
    const command =
      "curl http://h/a -F 'meta={\"a\":1};type=application/json' -F 'plain=1' -F 'csv=\"1;2\";filename=a.csv' -F 'f=@a.bin;type=image/png'";
    expect(bodiesOf(command)[0]).toEqual({
      type: 'multipart',
      parts: [
        { name: 'meta', value: '{"a":1}', contentType: 'application/json', enabled: true },
        { name: 'plain', value: '1', enabled: true },
        { name: 'csv', value: '1;2', filename: 'a.csv', enabled: true },
        { name: 'f', file: 'a.bin', contentType: 'image/png', enabled: true },
      ],
    });
  });

  it('keep their headers from a curl command', () => {
    const command = `curl http://h/a -F 'a="x;y";type=text/csv;headers="X-Id: \\"7\\"; b";headers=X-Two: 2' -F 'f=@a.bin;headers="X-Id: 1"'`;
    expect(bodiesOf(command)[0]).toMatchObject({
      parts: [
        {
          ...{ name: 'a', value: 'x;y', contentType: 'text/csv' },
          headers: [
            { name: 'X-Id', value: '"7"; b' },
            { name: 'X-Two', value: '2' },
          ],
        },
        { name: 'f', file: 'a.bin', headers: [{ name: 'X-Id', value: '1' }] },
      ],
    });
  });

  it('keep their headers from a multipart body in a .http file', () => {
    const document = [
      'POST http://h/a HTTP/1.1',
      'Content-Type: multipart/form-data; boundary=b',
      '',
      '--b',
      'Content-Disposition: form-data; name="a"',
      'X-Id: 7',
      '',
      'x',
      '--b--',
    ].join('\n');
    expect(bodiesOf(document)[0]).toMatchObject({
      parts: [{ name: 'a', value: 'x', headers: [{ name: 'x-id', value: '7' }] }],
    });
  });

  it('keep their types from a Postman collection', () => {
    const formdata = [{ key: 'meta', value: '{"a":1}', type: 'text', contentType: 'application/json' }];
    const document = {
      info: { name: 'P', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        { name: 'a', request: { method: 'POST', url: 'http://h/', body: { mode: 'formdata', formdata } } },
      ],
    };
    expect(bodiesOf(document)[0]).toMatchObject({
      parts: [{ name: 'meta', value: '{"a":1}', contentType: 'application/json' }],
    });
  });

  it('keep their type from a multi-line text in Insomnia', () => {
    const params = [
      { name: 'meta', value: '{}', type: 'text', multiline: 'application/json' },
      { name: 'plain', value: 'x', multiline: true },
    ];
    const document = {
      type: 'collection.insomnia.rest/5.0',
      name: 'I',
      collection: [
        { name: 'a', method: 'POST', url: 'http://h/', body: { mimeType: 'multipart/form-data', params } },
      ],
    };
    expect(bodiesOf(document)[0]).toEqual({
      type: 'multipart',
      parts: [
        { name: 'meta', value: '{}', contentType: 'application/json', enabled: true },
        { name: 'plain', value: 'x', enabled: true },
      ],
    });
  });

  it('keep their types from a HAR file', () => {
    const params = [{ name: 'meta', value: '{}', contentType: 'application/json' }];
    const request = {
      method: 'POST',
      url: 'http://h/a',
      headers: [],
      postData: { mimeType: 'multipart/form-data', params },
    };
    const entries = [{ request, response: { status: 200, headers: [], content: {} } }];
    const document = { log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } };
    expect(bodiesOf(document)[0]).toMatchObject({
      parts: [{ name: 'meta', value: '{}', contentType: 'application/json' }],
    });
  });

  it('have their types from the OpenAPI encoding, and are JSON for objects', () => {
    const properties = {
      meta: { type: 'object', example: { a: 1 } },
      csv: { type: 'string', example: '1,2' },
      plain: { type: 'string', example: 'x' },
      file: { type: 'string', format: 'binary' },
    };
    const content = {
      'multipart/form-data': {
        schema: { type: 'object', properties },
        encoding: {
          csv: { contentType: 'text/csv', headers: { 'X-Id': { schema: { type: 'integer', example: 7 } } } },
          file: { contentType: 'image/png, image/jpeg' },
        },
      },
    };
    const document = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { '/a': { post: { summary: 'a', requestBody: { content } } } },
    };
    expect(bodiesOf(document)[0]).toMatchObject({
      parts: [
        { name: 'meta', contentType: 'application/json' },
        { name: 'csv', value: '1,2', contentType: 'text/csv', headers: [{ name: 'X-Id', value: '7' }] },
        { name: 'plain', value: 'x' },
        { name: 'file', file: '', contentType: 'image/png' },
      ],
    });
  });
});
