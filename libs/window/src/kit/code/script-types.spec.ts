import { readFileSync } from 'node:fs';

import { javascriptLanguage } from '@codemirror/lang-javascript';
import { describe, expect, it } from 'vitest';

import { describeProblems, findDeclaration, listScriptProblems, suggestNames } from './script-analysis.js';
import { parseScriptTypes } from './script-types.js';

const parseFiles = (...files: readonly string[]) =>
  parseScriptTypes(
    files
      .map((file) => readFileSync(new URL(`../../../../scripting/${file}.d.ts`, import.meta.url), 'utf8'))
      .join('\n'),
  );

const types = parseFiles(...['', '-web', '-run', '-calls'].map((part) => `tandem-script${part}`));

const foreignTypes = {
  postman: parseFiles('foreign-types/chai', 'foreign-types/postman'),
  bruno: parseFiles('foreign-types/chai', 'foreign-types/bruno'),
};

/** Parses the script. `|` marks the cursor. */
const read = (marked: string, of = types) => {
  const position = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { script: { text, top: javascriptLanguage.parser.parse(text).topNode, types: of }, position };
};

const suggest = (marked: string): readonly string[] => {
  const { script, position } = read(marked);
  return suggestNames(script, position)?.members.map(({ name }) => name) ?? [];
};

const inTest = (body: string): string => `export function onTest(req, res) { ${body} }`;

describe('script completion', () => {
  it.each([
    [inTest('res.|'), ['status', 'headers', 'json', 'cookies']],
    [inTest('res.sta|'), ['status']],
    ['  res.sta|', ['status']],
    ['expect(res.json().a).toB|', ['toBe']],
    [inTest('res.headers.|'), ['get', 'getSetCookie']],
    [inTest('req.env.|'), ['getVariable', 'setSecret']],
    [inTest('expect(res.json().a).|'), ['toBe', 'not', 'resolves']],
    [inTest('expect(1).not.|'), ['toEqual']],
    [inTest('expect.|'), ['anything', 'arrayContaining']],
    [inTest('const h = res.headers; h.|'), ['get']],
    [inTest('const h = new Headers(); h.|'), ['append']],
    ['export const onRequest = async (request) => { request.|', ['url', 'method', 'pathParams']],
    ['export async function onResponse(a, b) { const r = await send("x"); r.|', ['status', 'ok']],
    ['export async function onResponse() { const r = await execute("x"); r.|', ['status', 'execution']],
    ['run.|', ['iteration', 'skip']],
    ['crypto.subtle.|', ['digest']],
    ['console.|', ['log', 'assert', 'timeEnd']],
    ['ServiceResponse.|', ['json']],
    ['test.|', ['skip', 'only']],
    ['const useIt = ({ env }) => env.|', ['getVariable']],
    ['const word = 1; wo|', ['word', 'expect', 'send', 'Headers']],
  ])('in %s suggests %j', (marked, expected) => {
    expect(suggest(marked)).toEqual(expect.arrayContaining([...expected]));
  });

  it.each([['const other = 1; other.|'], ['const res = () => 1; res().|'], ["'te|'"], ['// te|']])(
    'in %s suggests nothing',
    (marked) => {
      expect(suggest(marked)).toEqual([]);
    },
  );

  it('describes a name with its type and its documentation', () => {
    const { script, position } = read(inTest('res.headers.g|et("a")'));
    expect(findDeclaration(script, position)?.member).toMatchObject({
      signature: 'get(name: string): string | null',
      doc: 'All values of the field joined with , ; null if there are none.',
    });
  });

  it('describes a global', () => {
    const { script, position } = read('se|nd("x")');
    expect(findDeclaration(script, position)?.member.signature).toBe(
      'function send(request: string | URL | TandemSend): Promise<TandemResponse>',
    );
  });
});

describe('completion in scripts of other tools', () => {
  it.each([
    ['postman', 'p|', ['pm', 'postman']],
    ['postman', 'pm.|', ['test', 'expect', 'environment', 'sendRequest']],
    ['postman', 'pm.environment.|', ['get', 'set', 'replaceIn', 'name']],
    ['postman', 'pm.test("a", () => { pm.response.to.have.|', ['status', 'header', 'property']],
    ['postman', 'pm.expect(pm.response.json().a).to.be.|', ['above', 'ok', 'a']],
    ['postman', 'pm.expect(1).to.equal(1).and.|', ['be', 'not']],
    ['postman', 'pm.test.|', ['skip', 'index']],
    ['postman', 'pm.request.url.query.|', ['upsert', 'get', 'toObject']],
    ['postman', 'const answer = await pm.sendRequest("http://h"); answer.|', ['code', 'json']],
    ['postman', 'pm.cookies.jar().|', ['getAll', 'unset']],
    ['bruno', 'r|', ['req', 'res', 'require']],
    ['bruno', 'bru.set|', ['setVar', 'setEnvVar']],
    ['bruno', 'bru.runner.|', ['skipRequest', 'iterationData']],
    ['bruno', 'req.|', ['getUrl', 'setHeader', 'headerList']],
    ['bruno', 'test("a", () => { res.|', ['status', 'body', 'getHeader']],
    ['bruno', 'expect(res.body).to.be.|', ['json', 'an']],
    ['bruno', 'assert.|', ['equal', 'isTrue']],
    ['bruno', 'const other = await bru.runRequest("a"); other.|', ['status', 'data']],
  ] as const)('for %s, in %s suggests %j', (dialect, marked, expected) => {
    const { script, position } = read(marked, foreignTypes[dialect]);
    const names = suggestNames(script, position)?.members.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining([...expected]));
  });

  it('describes names with their types and documentation', () => {
    const describeAt = (marked: string, dialect: keyof typeof foreignTypes) => {
      const { script, position } = read(marked, foreignTypes[dialect]);
      return findDeclaration(script, position)?.member;
    };
    expect(describeAt('pm.environment.g|et("a")', 'postman')).toMatchObject({
      signature: 'get(name: string): any',
      doc: 'The value of a variable; undefined if there is none.',
    });
    expect(describeAt('te|st("a", () => {})', 'bruno')).toMatchObject({
      signature: 'function test(name: string, work: () => unknown): Promise<void>',
      doc: 'Runs a test, which passes unless the function throws or its promise rejects.',
    });
  });
});

describe('the problems of a script', () => {
  const list = (text: string) =>
    listScriptProblems(text, types).map(({ severity, message }) => [severity, message]);

  it.each([
    [inTest('test("a", () => { expect(res.status).toBe(200)'), 'ends too early'],
    [inTest('const = 1;'), 'Unexpected ='],
    [inTest('if (res.ok { }'), '{'],
    ['export function onTest(req, res) { } }', 'Unexpected }'],
  ])('include the syntax error in %s', (text, message) => {
    expect(list(text)[0]).toEqual(['error', expect.stringContaining(message)]);
  });

  it('include members that do not exist', () => {
    expect(list(inTest('expect(res.statuss).toBee(1); req.env.getVariabel("a");'))).toEqual([
      ['warning', 'res has no statuss. Did you mean status?'],
      ['warning', 'expect(res.statuss) has no toBee. Did you mean toBe?'],
      ['warning', 'req.env has no getVariabel. Did you mean getVariable?'],
    ]);
  });

  it.each([
    inTest('res.json().anything.at.all; res.text().length; res.cookies.map((one) => one.name);'),
    inTest('const own = { a: 1 }; own.b; own.c(); [1].at(0); console.groupEnd();'),
    inTest('for (const res of []) res.anything;'),
    inTest('try { } catch (res) { res.anything; }'),
    inTest('[].map(({ res }) => res.anything); [].map((res) => res.anything);'),
    inTest('{ const { a: req } = {}; req.anything; } { let res; res = {}; res.anything; }'),
    inTest('const { headers } = res; headers.anything;'),
    'const res = {}; res.anything; class URL {} URL.anything;',
    inTest('req.variables.any; req.pathParams.id; run.row?.name; expect.any(Number);'),
    inTest('const f = async () => { const { execution } = await execute("x"); return execution.tests; };'),
    'export const a = 1n; label: for (;;) break label; const { a: b = 1, ...c } = {}; c?.d ?? (b ||= 2);',
  ])('do not include what may exist: %s', (text) => {
    expect(list(text)).toEqual([]);
  });

  it('are summarized by the problem at the cursor, or else by the first problem', () => {
    const problems = [
      { from: 2, to: 4, severity: 'error', message: 'Unexpected =' },
      { from: 20, to: 24, severity: 'warning', message: 'res has no gett.' },
    ] as const;
    const describe = (cursor: number) => describeProblems(problems, cursor, (at) => (at < 10 ? 1 : 2));
    expect(describe(0)).toBe('Error in line 1: Unexpected = (1 of 2, F8 for the next)');
    expect(describe(22)).toBe('Warning in line 2: res has no gett. (2 of 2, F8 for the next)');
    expect(describeProblems(problems.slice(1), 0, () => 2)).toBe('Warning in line 2: res has no gett.');
    expect(describeProblems([], 0, () => 1)).toBe('');
  });

  it('include only syntax errors if the types are unknown', () => {
    expect(listScriptProblems(inTest('res.statuss; const = 1'), undefined)).toMatchObject([
      { severity: 'error' },
    ]);
  });
});
