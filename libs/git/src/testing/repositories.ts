import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { createGit } from '../git.js';
import type { GitLimits } from '../limits.js';

/** The settings of a person in a home folder of their own, so that those of whoever runs the tests do not matter. */
const personSettings = '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n';

const writeText = (path: string, text: string, mode?: number): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, mode === undefined ? {} : { mode });
};

/** Creates a repository with a commit in a temporary folder, and git for it. */
export const makeRepository = ({ limits }: { readonly limits?: GitLimits } = {}) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-git-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const [home, folder, marker] = [join(root, 'home'), join(root, 'work'), join(root, 'marker')];
  writeText(join(home, '.gitconfig'), personSettings);
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  const runIn = (directory: string, ...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: directory,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = (...args: readonly string[]): string => runIn(folder, ...args);
  const write = (path: string, text: string, mode?: number): void =>
    writeText(join(folder, path), text, mode);
  mkdirSync(folder);
  run('init', '--quiet');
  write('a.yml', 'one\n');
  run('add', '.');
  run('commit', '--quiet', '--message', 'First');
  return {
    root,
    folder,
    /** A command that an attack would run. It creates a file that shows that it ran. */
    attack: `touch '${marker}'`,
    hasRun: () => existsSync(marker),
    run,
    runIn,
    write,
    /** Creates a bare clone, adds it as a remote and follows its branch. */
    addRemote: () => {
      const remote = join(root, 'remote.git');
      runIn(root, 'clone', '--quiet', '--bare', folder, remote);
      run('remote', 'add', 'origin', remote);
      run('fetch', '--quiet', 'origin');
      run('branch', '--quiet', '--set-upstream-to', 'origin/main', 'main');
      return remote;
    },
    git: createGit({ env, ownDriver: "'tandem'", ...(limits === undefined ? {} : { limits }) }),
  };
};
