import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const declarations = ['', '-web', '-run', '-calls'].map((part) =>
  join(import.meta.dirname, '..', `tandem-script${part}.d.ts`),
);
const sampleScript = join(import.meta.dirname, 'testing/sample-script.js');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compilerOptions = {
  noEmit: true,
  pretty: false,
  allowJs: true,
  checkJs: true,
  strict: true,
  target: 'ES2023',
  lib: ['ES2023'],
  types: [],
};

const runtime = createScriptRuntime();
afterAll(() => runtime.close());

/** Compiles a script, and returns the output of the compiler. */
const check = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-script-'));
  const file = join(folder, 'script.js');
  await writeFile(file, text);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [...declarations, file] }),
  );
  try {
    await promisify(execFile)(process.execPath, [tsc, '--project', folder]);
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('the types of the script API', () => {
  it('accept a script that uses the API', async () => {
    const script = await readFile(sampleScript, 'utf8');
    expect(await check(script.replace(/^.*reference.*\n/, ''))).toBe('');
  });

  it('report mistakes in a script', async () => {
    const said = await check(
      `/** @param {TandemSentRequest} req @param {TandemResponse} res */\nexport const onResponse = (req, res) => {\n  req.url = '';\n  res.status.text();\n  fetch('x');\n};`,
    );
    expect([...said.matchAll(/\((\d+),\d+\): error/g)].map(([, line]) => Number(line))).toEqual([3, 4, 5]);
  });

  it('declare exactly the globals of a script', async () => {
    const text = (await Promise.all(declarations.map((file) => readFile(file, 'utf8')))).join('');
    const declared = [...text.matchAll(/^declare (?:var|const|function|class) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const found = await sampleRuns(runtime).onRequest(
      `return Object.getOwnPropertyNames(globalThis).filter((name) => !${JSON.stringify(Object.getOwnPropertyNames(globalThis))}.includes(name))
        .concat(${JSON.stringify(declared)}.filter((name) => typeof globalThis[name] === 'undefined').map((name) => 'missing ' + name))
        .filter((name) => !${JSON.stringify(declared)}.includes(name))`,
    );
    expect(found.result).toEqual([]);
  });
});

describe('the sample script', () => {
  it('does what its tests claim', async () => {
    const script = await readFile(sampleScript, 'utf8');
    await sampleRuns(runtime).within(script, async (session) => {
      const { request, error } = await session.onRequest({ ...sampleRequest, cookies: [] });
      expect(error).toBeNull();
      expect(request.url).toBe('http://h/x?page=1');
      expect(request.headers.map(([name]) => name)).toEqual([
        'X-One',
        'x-request-id',
        'x-signature',
        'x-calls',
      ]);
      const { changes, logs } = await session.onResponse(sampleRequest, sampleResponse);
      expect(changes).toEqual([{ kind: 'variable', name: 'lastStatus', value: '200', type: 'number' }]);
      expect(logs[0]?.message).toBe('GET 200 { a: [ 1 ] }');
      const { tests } = await session.onTest(sampleRequest, sampleResponse);
      expect(tests.map(({ status }) => status)).toEqual(['passed', 'passed', 'skipped']);
    });
  });
});
