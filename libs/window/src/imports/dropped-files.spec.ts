import { describe, expect, it } from 'vitest';

import { classifyDroppedFiles, canBeDocument } from './dropped-files.js';

const openapi = (title: string) => JSON.stringify({ openapi: '3.1.0', info: { title }, paths: {} });

describe('files that are dropped together', { tags: 'drop:recognised' }, () => {
  it('are documents, and others that are passed over', () => {
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

  it('have the title of the only document', () => {
    const files = [
      { path: 'a.json', text: openapi('Shop') },
      { path: 'b.json', text: '{}' },
    ];
    expect(classifyDroppedFiles(files, [])).toMatchObject({ title: 'An OpenAPI 3.1.0 document “Shop”' });
  });

  it('are said to be unknown if none is a document', () => {
    expect(classifyDroppedFiles([{ path: 'a.json', text: '{}' }], [])).toMatchObject({ kind: 'file' });
    expect(classifyDroppedFiles([], [])).toMatchObject({ kind: 'file' });
  });

  it.each([
    ['a.postman_collection.json', true],
    ['a.YAML', true],
    ['a.http', true],
    ['a.png', false],
    ['README.md', false],
  ])('may be documents by their names: %s', (name, may) => {
    expect(canBeDocument(name)).toBe(may);
  });
});
