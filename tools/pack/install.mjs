import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runOrFail } from '../launch/run-or-fail.mjs';
import { root } from '../launch/say.mjs';
import { packageName } from './manifest.mjs';

/** Files that a compiler leaves beside its output. */
const leftByCompiler = /\.a$|[\\/](obj|obj\.target|\.deps)$/;

/** Copies native packages from this repository, where they are built for this Node. */
const copyNative = (modules) => {
  for (const name of readdirSync(modules).filter((one) => /^(sqlite3|isolated-vm-\d+)$/.test(one))) {
    const from = join(root, 'node_modules', name);
    rmSync(join(modules, name), { recursive: true });
    const filter = (path) => !leftByCompiler.test(path);
    if (existsSync(from)) cpSync(from, join(modules, name), { recursive: true, filter });
  }
};

/**
 * Installs the package without running scripts.
 * @returns the folder of the package, with its dependencies in it
 * @param {string} tarball the npm package
 * @param {string} work an empty folder
 */
export const installPackage = (tarball, work) => {
  const home = join(work, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  runOrFail('npm', ['install', ...quiet, tarball], { cwd: home });
  const modules = join(home, 'node_modules');
  copyNative(modules);
  const folder = join(work, 'installed');
  renameSync(join(modules, packageName), folder);
  rmSync(join(modules, '.bin'), { recursive: true, force: true });
  renameSync(modules, join(folder, 'node_modules'));
  return folder;
};
