import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from './launch/say.mjs';

let copy: string;

const omittedNames = [
  'node_modules',
  'out-tsc',
  'test-output',
  'dist-ui',
  'package',
  'bundle',
  '__golden__',
  'pictures',
];

const isCopied = (path: string): boolean => !omittedNames.includes(basename(path)) && !path.endsWith('.map');

/** Links each package in a folder of packages, except those of this repository, which must come from the copy. */
const linkPackages = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@tandem')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name), 'junction');
  }
};

/** Copies the files needed to build, lint and test projects, with the last build of the libraries. */
const copyWorkspace = (): void => {
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) cpSync(join(root, name), join(copy, name), { preserveTimestamps: true });
  const options = { recursive: true, preserveTimestamps: true, filter: isCopied };
  for (const folder of ['libs', 'apps', 'tools', 'docs/spec'])
    cpSync(join(root, folder), join(copy, folder), options);
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const project of ['libs', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )) {
    const packages = join(project, 'node_modules');
    if (existsSync(join(root, packages))) linkPackages(join(root, packages), join(copy, packages));
  }
};

/** Runs a program of node_modules in the copy. Returns its output, or an empty text if it succeeded. */
const runProgram = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(copy, 'node_modules', ...program.split('/')), ...args],
    {
      cwd: copy,
      encoding: 'utf8',
      // The environment does not show that the programs are started by a test.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NX_DAEMON: 'false', TANDEM_KEYCHAIN: 'no' },
    },
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
};

const nx = (...args: readonly string[]): string =>
  runProgram('nx/dist/bin/nx.js', ...args, '--no-interactive');

const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tandem-generators-'));
  copyWorkspace();
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Expects that projects compile, pass the lint rules and their tests, and are formatted. */
const expectSound = (...folders: readonly string[]): void => {
  expect(runProgram('typescript/bin/tsc', '-b', ...folders)).toBe('');
  // The lint rule for boundaries reads the project graph that Nx stored last.
  expect(nx('show', 'projects')).toBe('');
  expect(runProgram('eslint/bin/eslint.js', ...folders)).toBe('');
  expect(runProgram('prettier/bin/prettier.cjs', '--check', ...folders)).toBe('');
  expect(runProgram('vitest/vitest.mjs', 'run', ...folders)).toBe('');
};

/** Time to build and lint one project, five times as long as on an idle machine. */
const timeout = 600_000;

describe('the generator', { timeout }, () => {
  it('creates a library that builds, passes the lint rules and its test, and is listed with the other libraries', () => {
    const description = 'shows how a library is made';
    expect(
      nx('g', './tools/generators:library', 'sample', '--layer=kit', `--description=${description}`),
    ).toBe('');
    expectSound('libs/sample');
    expect(JSON.parse(read('libs/sample/package.json'))).toMatchObject({
      name: '@tandem/sample',
      nx: { tags: ['layer:kit', 'scope:workspace', 'home:sample'] },
    });
    expect(read('tools/boundaries.mjs')).toContain("createHomeRule('sample', [...tests]),");
    expect(read('ARCHITECTURE.md')).toContain(`| ${description} `);
  });

  it('creates an application that builds, passes the lint rules, opens a data folder and stops', () => {
    expect(nx('g', './tools/generators:application', 'example', '--description=Shows an application.')).toBe(
      '',
    );
    expectSound('apps/example');
  });

  it('creates an operation that builds, passes the lint rules and its test, and is listed with its subject', () => {
    const args = ['cookies_count', "--title=Count a jar's cookies", '--description=Counts cookies.'];
    expect(nx('g', './tools/generators:operation', ...args)).toBe('');
    const folder = 'libs/application/src/cookies';
    const source = read(`${folder}/count-cookies.ts`);
    expect(source).toContain(`title: "Count a jar's cookies",`);
    expect(source).toContain("audience: 'person',");
    expect(read('libs/application/src/operations.ts')).toMatch(
      /cookiesClear,\n {2}cookiesCount,\n {2}tokens/,
    );
    expect(runProgram('typescript/bin/tsc', '-b', 'libs/application')).toBe('');
    expect(runProgram('eslint/bin/eslint.js', folder)).toBe('');
    expect(
      runProgram('prettier/bin/prettier.cjs', '--check', folder, 'libs/application/src/operations.ts'),
    ).toBe('');
    expect(runProgram('vitest/vitest.mjs', 'run', folder)).toBe('');
  });

  const tables = ['graph', 'digits', 'architecture'].map((name) => `tools/${name}.spec.ts`);

  it('adds projects to every table of projects, and to the lock file as npm would', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
    expect(packages['node_modules/@tandem/sample']).toEqual({ resolved: 'libs/sample', link: true });
    expect(packages['apps/example']).toMatchObject({ dependencies: { '@tandem/workbench': '0.1.0' } });
    expect(read('tools/graph.spec.ts')).toMatch(/'rpc',\n\s+'sample',\n\s+'scripting',/);
    expect(runProgram('vitest/vitest.mjs', 'run', ...tables)).toBe('');
  });
});
