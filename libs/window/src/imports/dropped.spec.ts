import { describe, expect, it } from 'vitest';

import {
  classifyDroppedFolder,
  classifyDroppedText,
  classifyDroppedFiles,
  canBeDocument,
  recogniseContent,
} from './dropped.js';

const postman = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

describe('dropped content', { tags: 'drop:recognised' }, () => {
  it.each<[string, string | object, string]>([
    ['a.json', { info: { name: 'Shop', schema: postman }, item: [] }, 'A Postman collection “Shop”'],
    ['a.json', { name: 'Shop', item: [{ request: 'http://h/' }] }, 'A Postman collection “Shop”'],
    ['a.json', { name: 'Shop', order: [], requests: [] }, 'A Postman collection “Shop”'],
    [
      'a.json',
      { name: 'Local', values: [], _postman_variable_scope: 'environment' },
      'A Postman environment “Local”',
    ],
    ['a.json', { openapi: '3.1.0', info: { title: 'Shop' } }, 'An OpenAPI 3.1.0 document “Shop”'],
    ['a.yaml', 'openapi: "3.0.3"\ninfo:\n  title: Shop\n', 'An OpenAPI 3.0.3 document'],
    ['a.json', { swagger: '2.0', info: { title: 'Old' } }, 'A Swagger 2.0 document “Old”'],
    ['a.yml', 'swagger: "2.0"\n', 'A Swagger 2.0 document'],
    ['a.har', { log: { entries: [{}, {}] } }, 'A HAR file with 2 requests'],
    ['a.json', { _type: 'export', __export_format: 4, resources: [] }, 'An Insomnia export'],
    ['a.yaml', 'type: collection.insomnia.rest/5.0\nname: Shop\n', 'An Insomnia export'],
    ['a.http', '### Users\nGET https://a.test/users\n', 'A file of HTTP requests (.http)'],
    ['a.txt', 'POST {{host}}/users HTTP/1.1\n', 'A file of HTTP requests (.http)'],
    ['', 'curl a.test\ncurl b.test\n', '2 curl commands'],
    ['a.sh', '#!/bin/sh\ncurl a.test', '1 curl command'],
  ])('is recognized by its content: %s', (name, content, title) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(classifyDroppedText(text, name)).toEqual({ kind: 'document', title, name, text });
  });

  it('may be only a URL, which is read as the URL of a document', () => {
    expect(classifyDroppedText(' https://a.test/openapi.json\n', '')).toEqual({
      kind: 'url',
      url: 'https://a.test/openapi.json',
    });
    expect(classifyDroppedText('https://a.test/ and more', '').kind).toBe('file');
  });

  it('may be a curl command, whatever the file name', () => {
    expect(classifyDroppedText("curl 'http://a.test'", 'a.har')).toEqual({
      ...{ kind: 'curl', command: "curl 'http://a.test'" },
    });
  });

  it.each([
    ['photo.txt', 'hello', 'Tandem does not recognize photo.txt'],
    ['data.json', '{"a": 1}', 'Tandem does not recognize data.json'],
    ['', '[1]', 'Tandem does not recognize this text'],
  ])('is reported if it is unknown: %s', (name, text, title) => {
    expect(classifyDroppedText(text, name)).toMatchObject({ kind: 'file', title });
  });

  it('leads to an offer to open the folder if it is a Bruno file', () => {
    const text = 'meta {\n  name: Users\n}\n\nget {\n  url: {{host}}\n}\n';
    expect(classifyDroppedText(text, 'a.bru')).toMatchObject({ kind: 'workspace', title: 'A Bruno file' });
  });

  it('may be a folder, which is recognized by its files', () => {
    expect(classifyDroppedFolder('shop', ['opencollection.yml', 'a'])).toMatchObject({ kind: 'workspace' });
    expect(classifyDroppedFolder('shop', ['bruno.json'])).toMatchObject({
      kind: 'workspace',
      title: 'The Bruno collection shop',
    });
    expect(classifyDroppedFolder('shop', ['a.json'])).toBe(undefined);
    expect(classifyDroppedText('opencollection: 1.0.0\n', 'opencollection.yml')).toMatchObject({
      kind: 'workspace',
    });
  });
});

const openapi = (title: string) => JSON.stringify({ openapi: '3.1.0', info: { title }, paths: {} });

describe('files dropped together', { tags: 'drop:recognised' }, () => {
  it('are read if they are documents, and skipped if they are other files', () => {
    const dropped = classifyDroppedFiles(
      [
        { path: 'api/shop.json', text: openapi('Shop') },
        { path: 'api/one.sh', text: 'curl http://a.test' },
        { path: 'api/package.json', text: '{"name": "api"}' },
      ],
      ['api/bruno'],
    );
    expect(dropped).toEqual({
      kind: 'documents',
      title: '2 documents',
      documents: [
        { name: 'api/shop.json', text: openapi('Shop') },
        { name: 'api/one.sh', text: 'curl http://a.test' },
      ],
      files: { 'api/package.json': '{"name": "api"}' },
      passedOver: [
        { place: 'api/package.json', what: 'is not a document that can be imported' },
        { place: 'api/bruno', what: 'is a workspace or a Bruno collection; open it by its path' },
      ],
    });
  });

  it('are not reported as skipped if an .http file beside them uses them', () => {
    const environments = { path: 'api/http-client.env.json', text: '{"dev": {}}' };
    const dropped = classifyDroppedFiles(
      [{ path: 'api/a.http', text: 'GET http://a.test' }, environments],
      [],
    );
    expect(dropped).toMatchObject({ files: { [environments.path]: environments.text }, passedOver: [] });
  });

  it('have the title of the document if they contain only one document', () => {
    const files = [
      { path: 'a.json', text: openapi('Shop') },
      { path: 'b.json', text: '{}' },
    ];
    expect(classifyDroppedFiles(files, [])).toMatchObject({ title: 'An OpenAPI 3.1.0 document “Shop”' });
  });

  it('are reported as unknown if they contain no document', () => {
    expect(classifyDroppedFiles([{ path: 'a.json', text: '{}' }], [])).toMatchObject({ kind: 'file' });
    expect(classifyDroppedFiles([], [])).toMatchObject({ kind: 'file' });
  });

  it('include files that a document may send, whatever their content', async () => {
    const picture = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'a.png');
    const document = new File([openapi('Shop')], 'shop.json');
    const dropped = await recogniseContent({ files: [picture, document] });
    expect(dropped).toMatchObject({ kind: 'documents', documents: [{ name: 'shop.json' }] });
    const sent = dropped?.kind === 'documents' ? dropped.sentFiles?.get('a.png') : undefined;
    expect(await sent?.()).toBe(picture);
  });

  it('are not read if one has the name of a document but is not text', async () => {
    const broken = new File([Uint8Array.of(0x7b, 0xff)], 'shop.json');
    expect(await recogniseContent({ files: [broken, new File(['x'], 'a.txt')] })).toMatchObject({
      kind: 'file',
      title: 'shop.json cannot be read',
    });
  });

  it.each([
    ['a.postman_collection.json', true],
    ['a.YAML', true],
    ['a.http', true],
    ['a.png', false],
    ['README.md', false],
  ])('are read only if the name may be that of a document: %s', (name, may) => {
    expect(canBeDocument(name)).toBe(may);
  });
});
