import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../launch/say.mjs';

const runGit = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Finds the commit at which this branch left `main`; the current commit if there is no `main`. */
const findBaseCommit = () => {
  for (const main of ['origin/main', 'main']) {
    try {
      return runGit('merge-base', 'HEAD', main);
    } catch {
      // The branch does not exist, so try the next one.
    }
  }
  return 'HEAD';
};

const splitLines = (text) => text.split('\n').filter(Boolean);

const listAffectedProjects = (since) => {
  const args = ['show', 'projects', '--affected', `--base=${since}`, '--json'];
  const env = { ...process.env, NX_DAEMON: 'false' };
  return JSON.parse(
    execFileSync(join(root, 'node_modules', '.bin', 'nx'), args, { cwd: root, encoding: 'utf8', env }),
  );
};

const projectFolders = ['libs', 'apps'].flatMap((group) =>
  readdirSync(join(root, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${group}/${name}/`),
);

/**
 * Finds the folders with the tests for the changes since this branch left `main`: all tests of the changed projects, and the specs of
 * projects that depend on them in the Nx graph. Undefined if a file changed that all projects use.
 * @returns {string[] | undefined} absolute paths
 */
export const findChangedTests = () => {
  const since = findBaseCommit();
  const files = [
    ...splitLines(runGit('diff', '--name-only', since)),
    ...splitLines(runGit('ls-files', '--others', '--exclude-standard')),
  ];
  const changed = projectFolders.filter((folder) => files.some((file) => file.startsWith(folder)));
  const affected = listAffectedProjects(since).map((name) => name.replace('@tandem/', ''));
  if (affected.length === projectFolders.length) return undefined;
  const dependents = projectFolders.filter(
    (folder) => !changed.includes(folder) && affected.includes(folder.split('/')[1]),
  );
  const others = ['tools/', 'examples/'].filter((folder) => files.some((file) => file.startsWith(folder)));
  const folders = [...changed, ...dependents.map((folder) => `${folder}src/`), ...others];
  // A relative path selects tests whose path contains it.
  return folders.map((folder) => join(root, folder));
};
