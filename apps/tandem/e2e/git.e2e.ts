import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { formatDriverCommand } from '@tandem/folder/git';
import { findProgramFile } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = findProgramFile('tandem');
const file = 'tandem/get-user.yml';
const script = 'tandem/get-user.js';

const request = `info:
  name: Get user
  type: http
  seq: 1000
http:
  method: GET
  url: http://h/
x-tandem:
  id: rest_aaaaaaaaaaaaaaaa
`;

const env = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@localhost',
};

const run = (program: string, cwd: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

const git = (cwd: string, ...args: readonly string[]): string => {
  const { status, text } = run('git', cwd, args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${text}`);
  return text;
};

const tandem = (cwd: string, ...args: readonly string[]) => run(process.execPath, cwd, [main, ...args]);

let root = '';
let first = '';
let second = '';

const change = (clone: string, path: string, from: string, to: string) => {
  const text = readFileSync(join(clone, path), 'utf8');
  writeFileSync(join(clone, path), text.replace(from, to));
  git(clone, 'commit', '-qam', `${from} becomes ${to}`);
};

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tandem it's 100% git ")));
  [first, second] = [join(root, 'first'), join(root, 'second')];
  mkdirSync(join(first, 'tandem'), { recursive: true });
  writeFileSync(join(first, 'tandem', '.gitattributes'), '* text eol=lf\n');
  writeFileSync(join(first, file), request);
  writeFileSync(join(first, script), 'a\nb\nc\nd\ne\n');
  git(first, 'init', '-q', '-b', 'main');
  git(first, 'add', '-A');
  git(first, 'commit', '-qm', 'start');
  git(root, 'clone', '-q', first, second);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Changes adjacent lines of the request, and separate lines of its script, in the two clones. */
const changeBoth = () => {
  change(first, file, 'GET', 'PUT');
  change(first, script, 'a', 'A');
  change(second, file, 'http://h/', 'http://h/users # all of them');
  change(second, script, 'e', 'E');
  git(second, 'fetch', '-q');
};

const mergedRequest = request.replace('GET', 'PUT').replace('http://h/', 'http://h/users # all of them');

const expectBoth = () => {
  expect(readFileSync(join(second, file), 'utf8')).toBe(mergedRequest);
  expect(readFileSync(join(second, script), 'utf8')).toBe('A\nb\nc\nd\nE\n');
  expect(git(second, 'status', '--porcelain', '--untracked-files=no')).toBe('');
};

/** Installs the driver before the clones diverge, as in a team: the attributes are committed, and each clone has the driver. */
const install = () => {
  expect(tandem(second, 'merge-driver', 'status')).toMatchObject({ status: 1 });
  expect(tandem(second, 'merge-driver', 'install')).toMatchObject({ status: 0 });
  expect(tandem(root, 'merge-driver', 'status', join(second, 'tandem'))).toMatchObject({ status: 0 });
  git(second, 'add', '-A');
  git(second, 'commit', '-qm', 'attributes');
};

describe('two clones that change fields on adjacent lines', () => {
  it('have a conflict in git without the merge driver', () => {
    changeBoth();
    expect(run('git', second, ['merge', '-q', 'origin/main'])).toMatchObject({ status: 1 });
    expect(readFileSync(join(second, file), 'utf8')).toContain('<<<<<<<');
  });

  it.each([
    ['merge', ['merge', '-q', '-m', 'merge', 'origin/main']],
    ['rebase', ['rebase', '-q', 'origin/main']],
    ['cherry-pick', ['cherry-pick', 'HEAD..origin/main']],
  ])('are merged by git %s with the merge driver', { tags: 'folder:merge-file' }, (_, args) => {
    install();
    changeBoth();
    git(second, ...args);
    expectBoth();
  });

  it('are merged by a merge driver whose path needs quotes', () => {
    const program = join(root, 'a program.mjs');
    writeFileSync(program, `await import(${JSON.stringify(pathToFileURL(main).href)});\n`);
    install();
    git(second, 'config', '--local', 'merge.tandem.driver', formatDriverCommand([process.execPath, program]));
    changeBoth();
    git(second, 'merge', '-q', '-m', 'merge', 'origin/main');
    expectBoth();
  });

  it('have conflict markers only in a field that both changed', () => {
    install();
    change(first, file, 'GET', 'PUT');
    change(first, file, 'name: Get user', 'name: Ours');
    change(second, file, 'GET', 'POST');
    git(second, 'fetch', '-q');
    expect(run('git', second, ['merge', '-q', 'origin/main'])).toMatchObject({ status: 1 });
    const text = readFileSync(join(second, file), 'utf8');
    expect(text).toContain('name: Ours');
    expect(text).toContain(
      '<<<<<<< ours\n  method: POST\n||||||| base\n  method: GET\n=======\n  method: PUT\n>>>>>>> theirs\n',
    );
    expect(git(second, 'status', '--porcelain')).toContain(`UU ${file}`);
  });
});

describe("the merge driver's command", () => {
  it('lists its commands', () => {
    const { status, text } = tandem(root, '--help');
    expect(status).toBe(0);
    for (const name of ['merge-file', 'merge-driver']) expect(text).toContain(name);
  });

  it.each([[['merge-flie']], [['merge-file', 'a']], [['--nothing']], [['merge-driver']]])(
    'refuses %j with code 2',
    (args) => {
      expect(tandem(root, ...args)).toMatchObject({ status: 2 });
    },
  );

  it('fails without changing the file, so that git reports no conflict', () => {
    const ours = join(second, file);
    const { status, text } = tandem(root, 'merge-file', join(root, 'gone'), ours, ours, file);
    expect(status).toBe(129);
    expect(text).toMatch(/^tandem: cannot merge tandem\/get-user\.yml: ENOENT/);
    expect(readFileSync(ours, 'utf8')).toBe(request);
  });
});
