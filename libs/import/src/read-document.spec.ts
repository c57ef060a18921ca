import { describe, expect, it } from 'vitest';

import { findRequest, read, readRefusal } from './testing/read.js';

const collection = (item: unknown) => JSON.stringify({ info: { name: 'A' }, item });

describe('a document that cannot be imported', () => {
  it.each([
    ['{"a": 1,\n "b": }', /^is not valid JSON: line 2, column 8/],
    ['openapi: 3.0.0\npaths:\n  a: [1\n', /^is neither JSON nor valid YAML \(.*\): line \d+, column \d+/],
    ['just a sentence', /^is not a document that Tandem can import: Postman, OpenAPI/],
    ['', /^is empty/],
    [' \n', /^is empty/],
    ['[1, 2]', /^is not a document that Tandem can import/],
    [
      '{"info": {"name": "A"}, "item": []}',
      /^was read as postman \(it has info and item\), but has no request/,
    ],
    ['['.repeat(100_000), /^is (?:not valid JSON|nested more than 500 levels deep)/],
    [`${'['.repeat(600)}${']'.repeat(600)}`, /^is nested more than 500 levels deep/],
    [`${'- '.repeat(5_000)}a`, /deep|valid YAML|memory/],
  ])('is refused with a reason: case %#', (text, expected) => {
    expect(readRefusal(text)).toMatch(expected);
  });

  it.each([
    ['meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://a\n}\n', 'tandem import'],
    ['\nvars {\n  host: http://a\n}\n', 'tandem import'],
    ['{"version": "1", "name": "Shop", "type": "collection", "ignore": []}', 'tandem import'],
    ['opencollection: 1.0.0\ninfo:\n  name: Shop\n', 'needs no import'],
    ['info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: http://a\n', 'needs no import'],
  ])('is refused with advice if it is a file of a folder to import: case %#', (text, advice) => {
    expect(readRefusal(text)).toMatch(new RegExp(`^is a file of a Bruno collection.*${advice}`));
  });

  it('is refused by the format that the caller requested', () => {
    expect(readRefusal('[1]', { format: 'postman' })).toBe('must be an object to be read as postman');
    expect(readRefusal('{}', { format: 'openapi' })).toMatch(
      /^was read as openapi \(asked for\), but has no request/,
    );
  });

  it('is refused if YAML aliases multiply its values', () => {
    const levels = Array.from({ length: 12 }, (_, at) =>
      at === 0 ? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]' : `a${at}: &a${at} [${`*a${at - 1}, `.repeat(10)}]`,
    );
    expect(readRefusal(`openapi: 3.0.0\n${levels.join('\n')}`)).toMatch(
      /^has more than 2,000,000 values|neither JSON nor/,
    );
  });

  it('is refused if it has more than 20,000 requests', () => {
    const items = Array.from({ length: 20_001 }, (_, at) => ({ name: `R${at}`, request: 'http://a' }));
    expect(readRefusal(collection(items))).toMatch(
      /^has 20001 requests, and one import brings at most 20000/,
    );
  });
});

describe('a YAML document', () => {
  it('resolves anchors and merge keys', { tags: 'import:formats' }, () => {
    const { requests } = read(
      'openapi: 3.1.0\nx-common: &common\n  summary: Shared\npaths:\n  /a:\n    get: *common\n  /b:\n    get:\n      <<: *common\n      description: Own\n',
    );
    expect(requests.map(({ name, description = '' }) => [name, description])).toEqual([
      ['Shared', ''],
      ['Shared', 'Own'],
    ]);
  });
});

describe('a hostile document', () => {
  it('cannot create a folder outside the workspace or with a name that is invalid for a directory', () => {
    const folder = (name: unknown) => ({ name, item: [{ name: 'R', request: 'http://a' }] });
    const { folders } = read(
      collection(['../../etc', '..', '', 'a/b', 'x\u0000y', 'a/b', 'A-B', 7].map(folder)),
    );
    expect(folders.map(({ path }) => path).filter((path) => path !== '')).toEqual([
      '..-..-etc',
      'Folder',
      'Folder 2',
      'a-b',
      'x y',
      'a-b 2',
      'A-B 3',
      '7',
    ]);
  });

  it('can nest requests more deeply than folders, and these requests are kept', () => {
    let item: object = { name: 'Deepest', request: 'http://a' };
    for (let level = 0; level < 60; level += 1) item = { name: `L${level}`, item: [item] };
    const document = read(collection([item]));
    expect(findRequest(document, 'Deepest').folder.split('/').length).toBeLessThan(32);
    expect(document.leftOut[0]?.what).toMatch(/^the folder is nested too deeply/);
  });

  it('cannot set prototype fields', () => {
    const document = read(
      '{"info": {"name": "A"}, "item": [{"name": "R", "request": {"url": "http://a", "auth": {"type": "constructor"}, "body": {"mode": "toString"}, "__proto__": {"method": "EVIL"}}}]}',
    );
    expect(findRequest(document, 'R')).toMatchObject({
      method: 'GET',
      body: { type: 'none' },
      auth: { type: 'none' },
    });
  });

  it('may have fields of any type without causing a failure', () => {
    const odd = [null, 7, 'x', [], {}, [[]], true];
    for (const value of odd) {
      const text = JSON.stringify({
        info: value,
        variable: value,
        auth: value,
        event: value,
        item: [
          {
            name: value,
            request: { method: value, url: value, header: value, body: value, auth: value },
            event: value,
          },
          {
            name: 'R',
            request: { url: { raw: value, query: value, variable: value, host: value, path: value } },
          },
          {
            name: 'B',
            request: { url: 'http://a', body: { mode: 'formdata', formdata: value, raw: value } },
          },
        ],
      });
      expect(read(text, { format: 'postman' }).requests.length).toBeGreaterThan(0);
    }
  });
});
