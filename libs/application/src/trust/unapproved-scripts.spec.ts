import type { NamedScript, ScriptFiles, WorkspaceId } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { createMemoryStore } from '@tandem/core/memory';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { loadRequiredFiles } from './unapproved-scripts.js';

const bruno = (text: string): NamedScript => ({
  name: 'tests',
  text,
  foreign: { dialect: 'bruno', event: 'tests' },
});

const createScriptFiles = (files: Readonly<Record<string, string>>): ScriptFiles => ({
  first: (_, candidates) => {
    const file = candidates.find((one) => one in files);
    return TE.right(file === undefined ? null : { file, text: files[file] ?? '' });
  },
});

const loadFiles = (files: Readonly<Record<string, string>>, ...scripts: readonly NamedScript[]) =>
  unwrapResult(
    loadRequiredFiles(
      { store: createMemoryStore(), scriptFiles: createScriptFiles(files) },
      { id: 'ws_1' as WorkspaceId, path: '/w' },
    )(scripts),
  );

const file = (name: string, text: string, requires?: NamedScript['requires']): NamedScript => ({
  ...{ name, text, foreign: { dialect: 'bruno', event: 'required' } },
  ...(requires === undefined ? {} : { requires }),
});

describe('the files that Bruno scripts require', { tags: 'foreign:bruno:files' }, () => {
  it('are listed once each after the scripts, with their resolved names', async () => {
    const files = {
      'lib/a.js': `require('./b'); require("../c.json")`,
      'lib/b.js': `require('./a')`,
      'c.json': '{}',
    };
    const [script, ...others] = await loadFiles(files, bruno(`require('./lib/a'); require(\`./c\`)`));
    expect(script?.requires).toEqual({ './lib/a': { file: 'lib/a.js' }, './c': { file: 'c.json' } });
    expect(others).toEqual([
      file('lib/a.js', files['lib/a.js'], { './b': { file: 'lib/b.js' }, '../c.json': { file: 'c.json' } }),
      file('c.json', '{}'),
      file('lib/b.js', files['lib/b.js'], { './a': { file: 'lib/a.js' } }),
    ]);
  });

  it.each([
    ['./lib', 'lib.js'],
    ['./data', 'data.json'],
    ['./packed', 'packed/index.js'],
    ['./lib/../lib.js', 'lib.js'],
    ['.', 'index.js'],
    ['./.hidden/a', '.hidden/a.js'],
  ])('are found if a script requires %s', async (name, expected) => {
    const files = {
      'lib.js': '',
      'data.json': '',
      'packed/index.js': '',
      'index.js': '',
      '.hidden/a.js': '',
    };
    const [script] = await loadFiles(files, bruno(`require('${name}')`));
    expect(script?.requires).toEqual({ [name]: { file: expected } });
  });

  it.each([
    ['../lib', 'leads out of the data folder'],
    ['./a/../../lib', 'leads out of the data folder'],
    ['./none', 'is not a .js, .cjs or .json file'],
    ['./lib.yml', 'is not a .js, .cjs or .json file'],
  ])('are refused if a script requires %s', async (name, problem) => {
    const scripts = await loadFiles({ 'lib.js': '', 'lib.yml': '' }, bruno(`require('${name}')`));
    expect(scripts).toMatchObject([
      { requires: { [name]: { problem: expect.stringContaining(problem) as string } } },
    ]);
  });

  it('are limited to a hundred', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`${at}.js`, `require('./${at + 1}')`]),
    );
    const scripts = await loadFiles(files, bruno(`require('./0')`));
    expect(scripts).toHaveLength(101);
    expect(scripts.at(-1)?.requires).toMatchObject({
      './100': { problem: expect.stringContaining('one too many') as string },
    });
  });

  it('are not listed for Postman scripts and for scripts that name no file', async () => {
    const scripts: readonly NamedScript[] = [
      bruno(`require('lodash'); require(name)`),
      { ...bruno(`require('./lib')`), foreign: { dialect: 'postman', event: 'tests' } },
      { name: null, text: `require('./lib')` },
    ];
    expect(await loadFiles({ 'lib.js': '' }, ...scripts)).toEqual(scripts);
  });

  it.each([`const path = bru.cwd() + '/lib/x.js'; require(path);`, 'require(`${bru.cwd()}/lib/x`)'])(
    'are found by a path that begins with the folder: %s',
    async (text) => {
      const [script, found] = await loadFiles({ 'lib/x.js': '' }, bruno(text));
      expect(Object.values(script?.requires ?? {})).toEqual([{ file: 'lib/x.js' }]);
      expect(found?.name).toBe('lib/x.js');
    },
  );

  it('are found relative to the data folder if a required file builds the path from bru.cwd()', async () => {
    const files = { 'lib/a.js': `require(bru.cwd() + '/lib/b.js')`, 'lib/b.js': '' };
    const all = await loadFiles(files, bruno(`require('./lib/a')`));
    expect(all.map(({ name }) => name)).toEqual(['tests', 'lib/a.js', 'lib/b.js']);
  });
});
