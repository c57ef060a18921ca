import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from '../../../tools/launch/say.mjs';
import { type OpenedWorkspace, openWorkspace, requestFile, runCommand } from './workspace.js';

let on: OpenedWorkspace;
beforeEach(async () => {
  on = await openWorkspace();
});
afterEach(() => on.close());

const shop = join(root, 'examples', 'shop');

/** Exports a part of the example and returns the exit code and output. */
const exportExample = (...args: readonly string[]) =>
  runCommand(['export', ...args], { TANDEM_SECRET_token: 'example-token-value' });

/** The compiler's errors for a script, with k6's types. */
const typeProblems = async (script: string): Promise<string> => {
  const file = join(on.folder, 'load.js');
  await writeFile(file, script);
  const config = join(on.folder, 'tsconfig.json');
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['k6'],
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['load.js'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' }).stdout;
};

describe('tandem export k6', () => {
  it('writes a script that passes type checking', { tags: 'export:k6' }, async () => {
    const { code, stdout, stderr } = await exportExample(
      ...['k6', shop, '--env', 'Local', '--data', join(shop, 'users.jsonl')],
    );
    expect(`${code} ${stderr}`).toMatch(/^0 /);
    expect(await typeProblems(stdout)).toBe('');
    expect(stdout).toContain('"Log in: status below 400"');
    expect(stdout).toContain('"users/List users: lists both users"');
    expect(stdout).toContain('values["token"] = String(json(res, ["token"]));');
    expect(stdout).toContain('iterations: 2,');
  });

  it('lists what it omits', { tags: 'export:left-out' }, async () => {
    const { stdout, stderr } = await exportExample('k6', shop, '--env', 'Local');
    expect(stderr).toContain('Log in: not exported: the test “answers with a token”');
    expect(stdout).toContain('// - Log in: the test “answers with a token”');
  });
});

describe('tandem export', () => {
  it.each(['openapi', 'html', 'k6', 'postman', 'curl'])(
    'writes no secret values to %s',
    { tags: 'export:secrets' },
    async (format) => {
      const secret = 'pässword "7/&';
      await on.put('environments/dev.yml', 'name: Dev\nvariables:\n  - secret: true\n    name: token\n');
      await on.put(
        'one.yml',
        `info:\n  name: One\n  type: http\nhttp:\n  method: POST\n  url: ${JSON.stringify(`${on.url}/${encodeURIComponent(secret)}`)}\n  headers:\n    - name: X-Key\n      value: ${JSON.stringify(secret)}\n  body:\n    type: json\n    data: ${JSON.stringify(JSON.stringify({ secret }))}\n`,
      );
      const { code, stdout } = await on.tandem(['export', format, on.folder, '--env', 'Dev'], {
        TANDEM_SECRET_token: secret,
      });
      expect(code).toBe(0);
      for (const written of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        'pässword',
      ])
        expect(stdout).not.toContain(written);
      expect(stdout).toContain('{{token}}');
    },
  );

  it('writes a file and refuses invalid exports', { tags: 'export:postman' }, async () => {
    await on.put('a.yml', requestFile('A', `${on.url}/a`, 1));
    const file = join(on.folder, 'out.json');
    expect((await on.tandem(['export', 'postman', on.folder, '--output', file])).code).toBe(0);
    const read = JSON.parse(await readFile(file, 'utf8')) as { item: readonly { name: string }[] };
    expect(read.item.map(({ name }) => name)).toEqual(['A']);
    const unknown = await on.tandem(['export', 'word', on.folder]);
    expect(`${unknown.code} ${unknown.stderr}`).toMatch(
      /^2 tandem: word is not a format; use one of openapi, /,
    );
    const stored = await on.tandem(['export', 'har', on.folder]);
    expect(`${stored.code} ${stored.stderr}`).toMatch(/^2 tandem: .*needs stored executions/);
    await on.put('b.yml', 'info: [\n');
    expect((await on.tandem(['export', 'k6', on.folder])).code).toBe(3);
  });
});
