import {
  type ExportContent,
  type Folder,
  folderDefaults,
  type Foreign,
  restDefaults,
  type RestRequest,
} from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { postmanScripts } from './postman/script.js';
import { renderExport } from './render-export.js';
import { translateScript } from './script/translate.js';

const times = { revision: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

/** One request in a folder with these Postman scripts. */
const inFolder = (foreign: Foreign): ExportContent => {
  const ids = { workspaceId: 'ws_1' as Folder['workspaceId'], ...times };
  const folder = { ...folderDefaults, ...ids, id: 'fold_1' as Folder['id'], path: 'Shop', seq: 1, foreign };
  const request = {
    ...restDefaults,
    ...ids,
    id: 'rest_1' as RestRequest['id'],
    folder: 'Shop',
    name: 'Me',
    url: 'http://127.0.0.1',
  };
  return {
    name: 'W',
    folders: [folder],
    requests: [request],
    variables: [],
    secrets: [],
    rows: [],
    executions: [],
  };
};

const onTest = (statements: string): string => `export function onTest(req, res) {\n${statements}\n}\n`;

describe('a script of Tandem', () => {
  it.each([
    ['expect(res.status).toBe(201)', 'toBe', { kind: 'status' }, 201],
    ['expect(res.json().users).toHaveLength(2)', 'toHaveLength', { kind: 'json', keys: ['users'] }, 2],
    ['expect(res.json()[0]["a b"]).toEqual(null)', 'toBe', { kind: 'json', keys: [0, 'a b'] }, null],
    ['expect(res.text()).toContain("ok")', 'toContain', { kind: 'text' }, 'ok'],
    ['expect(res.headers.get("ETag")).toBe("1")', 'toBe', { kind: 'header', name: 'ETag' }, '1'],
  ])('has the test %s', { tags: 'export:k6' }, (statement, matcher, source, value) => {
    const { tests, leftOut } = translateScript(onTest(`test('it', () => { ${statement}; });`));
    expect(tests).toEqual([{ name: 'it', expectations: [{ matcher, source, value }] }]);
    expect(leftOut).toEqual([]);
  });

  it.each([
    ["test('it', () => { expect(res.status).not.toBe(500); });", 'the test “it”'],
    ["test('it', () => { expect(res.json().a).toBe(req.variables.a); });", 'the test “it”'],
    ["test('it', () => { if (true) expect(res.status).toBe(200); });", 'the test “it”'],
    ["res.env.set('id', makeId());", 'how onTest sets id'],
    ['console.log(res);', 'a part of onTest that is neither a test nor sets a variable'],
  ])('names %s as left out', { tags: 'export:left-out' }, (statement, what) => {
    expect(translateScript(onTest(statement))).toEqual({ tests: [], variables: [], leftOut: [what] });
  });

  it('that is not valid is left out', { tags: 'export:left-out' }, () => {
    expect(translateScript('export function (').leftOut).toEqual(['its script, which is not valid']);
  });
});

describe('a Postman script', () => {
  it('is exported as it is, before what translates', { tags: 'export:postman' }, () => {
    const own = translateScript(onTest("test('it', () => { expect(res.status).toBe(200); });"));
    const foreign = { dialect: 'postman', beforeRequest: 'let a;\nlet b;', tests: 'pm.test("x");' } as const;
    const written = postmanScripts(foreign, own) as {
      readonly event: readonly { readonly listen: string; readonly script: { readonly exec: unknown } }[];
    };
    expect(written.event.map(({ listen, script }) => [listen, script.exec])).toEqual([
      ['prerequest', ['let a;', 'let b;']],
      [
        'test',
        ['pm.test("x");', 'pm.test("it", () => {', '  pm.expect(pm.response.code).to.equal(200);', '});'],
      ],
    ]);
  });

  it('is left out of a script of k6, once there is one', { tags: 'export:left-out' }, () => {
    expect(renderExport('k6', inFolder({ dialect: 'postman' })).leftOut).toEqual([]);
    expect(renderExport('k6', inFolder({ dialect: 'postman', tests: 'pm.test("x");' })).leftOut).toEqual([
      { place: 'Shop/Me', what: 'the Postman scripts of the folder Shop' },
    ]);
  });
});
