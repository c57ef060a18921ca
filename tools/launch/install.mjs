import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { root, say } from './say.mjs';
import {
  runExclusively,
  lockFingerprint,
  readInstallStamp,
  stampFolder,
  thisNode,
  writeInstallStamp,
} from './stamps.mjs';

const packages = 'node_modules';

/** Whether the last installation succeeded: npm writes this file at its end. */
const isComplete = () => existsSync(join(root, packages, '.package-lock.json'));

const stop = (line) => {
  say(line);
  process.exit(1);
};

/**
 * Ends the process if another Node installed the packages, because installing them again would break programs
 * that run from this folder.
 */
const refuseOtherNode = ({ node }) =>
  stop(
    `the packages of this folder were installed for ${node}, and this is ${thisNode}; use that one, or stop what runs from this folder and call \`npm ci\` with this one`,
  );

/** Lists the workspace folders that `package.json` names. */
const listWorkspaces = ({ workspaces: patterns = [] }) =>
  patterns.flatMap((pattern) => {
    const group = pattern.replace('/*', '');
    return readdirSync(join(root, group))
      .map((name) => join(group, name))
      .filter((folder) => existsSync(join(root, folder, 'package.json')));
  });

const remove = (folder) => {
  rmSync(folder, { recursive: true, force: true });
};

/** Removes the leftovers of an interrupted installation. */
const removeLeftovers = () => {
  for (const name of readdirSync(stampFolder))
    if (/^(install|old)-\d+$/.test(name)) remove(join(stampFolder, name));
};

/** Installs into the folder `beside`, from which no program runs, with the install scripts of all packages except the root's. */
const installBeside = (beside, manifest, folders) => {
  const { scripts: _, ...withoutScripts } = manifest;
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, 'package.json'), JSON.stringify(withoutScripts));
  for (const file of [
    'package-lock.json',
    '.npmrc',
    ...folders.map((folder) => join(folder, 'package.json')),
  ]) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(beside, file));
  }
  // `--foreground-scripts` shows the progress of compiling packages.
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--foreground-scripts'], {
    cwd: beside,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  remove(beside);
  stop(
    `npm ci failed${error ? `: ${error.message}` : ` with ${status}`}; the packages that were there are unchanged`,
  );
};

/** Moves the installation from `beside` into place, after moving the old installation away. */
const swap = (beside, old, folders) => {
  for (const folder of ['', ...folders].map((path) => join(path, packages))) {
    const from = join(beside, folder);
    const to = join(root, folder);
    if (existsSync(to)) {
      mkdirSync(dirname(join(old, folder)), { recursive: true });
      renameSync(to, join(old, folder));
    }
    if (existsSync(from)) renameSync(from, to);
  }
};

const installNow = () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = listWorkspaces(manifest);
  const beside = join(stampFolder, `install-${process.pid}`);
  const old = join(stampFolder, `old-${process.pid}`);
  removeLeftovers();
  say(
    'installing packages (npm ci); isolated-vm and sqlite3 are compiled if their binaries cannot be downloaded, which takes minutes',
  );
  installBeside(beside, manifest, folders);
  swap(beside, old, folders);
  writeInstallStamp();
  remove(beside);
  remove(old);
};

/**
 * Installs the packages if there are none or the lock file changed. Ends the process instead if the packages are for another Node, or if
 * `mayInstall` is false.
 */
export const install = ({ mayInstall = true } = {}) => {
  const needsInstall = () => {
    const stamp = isComplete() ? readInstallStamp() : undefined;
    if (stamp !== undefined && stamp.node !== thisNode) refuseOtherNode(stamp);
    return stamp?.lock !== lockFingerprint();
  };
  if (!needsInstall()) return;
  if (!mayInstall)
    stop(
      'the packages of this folder are missing or older than package-lock.json; call `npm run build`, then start this again',
    );
  runExclusively(() => {
    if (needsInstall()) installNow();
  });
};
