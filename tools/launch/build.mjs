import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildHost } from '../../libs/scripting/build.mjs';
import { bundleApp } from '../bundle-app.mjs';
import { bundledApps } from './programs.mjs';
import { root } from './say.mjs';

/** Lists the settings with which each library and application is compiled. */
const listCompiledProjects = () =>
  ['libs', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name, 'tsconfig.lib.json')))
    .filter((file) => existsSync(join(root, file)));

const runInNode = (script, args, folder = root) =>
  new Promise((resolve, reject) => {
    const program = join(root, 'node_modules', ...script.split('/'));
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} ended with ${code}`));
    });
  });

const compile = () => runInNode('@typescript/native/bin/tsc', ['--build', ...listCompiledProjects()]);
const buildPage = () =>
  runInNode('vite/bin/vite.js', ['build', '--logLevel', 'warn'], join(root, 'libs', 'window'));

/**
 * Builds everything. Nx would start a process for each of its tasks, most of which only call the compiler again: that takes twice
 * the CPU time. The page and the host process are bundled from sources, and applications from what was compiled.
 */
const buildAll = async () => {
  await Promise.all([compile(), buildPage(), buildHost()]);
  await Promise.all(bundledApps.map(bundleApp));
};

try {
  await buildAll();
} catch (error) {
  process.stderr.write(`tandem: ${error.message}\n`);
  process.exitCode = 1;
}
