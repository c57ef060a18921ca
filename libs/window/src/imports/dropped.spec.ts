import { describe, expect, it } from 'vitest';

import { classifyDroppedFolder, classifyDroppedText } from './dropped.js';

const postman = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

describe('what is dropped on the window', { tags: 'drop:recognised' }, () => {
  it.each<[string, string | object, string]>([
    ['a.json', { info: { name: 'Shop', schema: postman }, item: [] }, 'A Postman collection “Shop”'],
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
  ])('%s is told by its content', (name, content, title) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(classifyDroppedText(text, name)).toEqual({ kind: 'document', title, name, text });
  });

  it('can be the URL of a document, if there is nothing else', () => {
    expect(classifyDroppedText(' https://a.test/openapi.json\n', '')).toEqual({
      kind: 'url',
      url: 'https://a.test/openapi.json',
    });
    expect(classifyDroppedText('https://a.test/ and more', '').kind).toBe('file');
  });

  it('can be a curl command, whatever its file is called', () => {
    expect(classifyDroppedText("curl 'http://a.test'", 'a.har')).toEqual({
      ...{ kind: 'curl', command: "curl 'http://a.test'" },
    });
  });

  it.each([
    ['photo.txt', 'hello', 'Tandem does not know what photo.txt is'],
    ['data.json', '{"a": 1}', 'Tandem does not know what data.json is'],
    ['', '[1]', 'This text is nothing that Tandem knows'],
  ])('is said to be unknown if it is: %s', (name, text, title) => {
    expect(classifyDroppedText(text, name)).toMatchObject({ kind: 'file', title });
  });

  it('can be a file of Bruno, whose folder is opened', () => {
    const text = 'meta {\n  name: Users\n}\n\nget {\n  url: {{host}}\n}\n';
    expect(classifyDroppedText(text, 'a.bru')).toMatchObject({ kind: 'workspace', title: 'A Bruno file' });
  });

  it('can be a folder', () => {
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
