import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ours = fileURLToPath(new URL('../../node_modules/.cache/tandem', import.meta.url));

/**
 * Installs a program once with npm that is too large for a dependency, and returns its folder.
 * `TANDEM_TOOLS_CACHE` lets several clones share a copy, which runs on every version of Node.
 * @param {string} name of its folder @param {string} spec package and version
 */
export const fetched = async (name, spec) => {
  const folder = join(process.env.TANDEM_TOOLS_CACHE ?? ours, name);
  if (existsSync(join(folder, 'complete'))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false'];
  await run('npm', ['install', ...flags, spec], { cwd: folder });
  await writeFile(join(folder, 'complete'), '');
  return folder;
};
