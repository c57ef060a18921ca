import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const version = '4.1.0';
const ours = fileURLToPath(new URL('../../node_modules/.cache/tandem', import.meta.url));

/** `TANDEM_TOOLS_CACHE` lets several clones share a copy, which runs on every version of Node. */
const folder = join(process.env.TANDEM_TOOLS_CACHE ?? ours, `bruno-${version}`);

/**
 * Installs Bruno's command line once with npm, because it is too large for a dependency.
 * @returns {Promise<string>} the path of the program
 */
export const fetchBruno = async () => {
  const program = join(folder, 'node_modules/.bin/bru');
  if (existsSync(join(folder, 'complete'))) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false'];
  await run('npm', ['install', ...flags, `@usebruno/cli@${version}`], { cwd: folder });
  await writeFile(join(folder, 'complete'), '');
  return program;
};

/**
 * Loads the package with which Bruno reads and writes its files, as the command line brings it.
 * @returns {Promise<import('./bruno.d.mts').BrunoFiles>}
 */
export const brunoFiles = async () => {
  await fetchBruno();
  return createRequire(join(folder, 'package.json'))('@usebruno/filestore');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchBruno();
