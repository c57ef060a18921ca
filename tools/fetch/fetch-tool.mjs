import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { root, say } from '../launch/say.mjs';
import { stampFolder } from '../launch/stamps.mjs';

const run = promisify(execFile);

/** A folder for each tool, with the manifest and the lock file for npm. */
const definitions = join(root, 'tools', 'fetch');

/** The tools that can be fetched. */
export const tools = readdirSync(definitions, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The files that npm reads. The lock file contains the checksum of each package. */
const files = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * The folder of the fetched tools. `TANDEM_TOOLS_CACHE` lets several clones share one, whose tools run on every
 * version of Node. A tool that extends a package of this repository is installed below the repository, because
 * Node searches the parent folders for that package.
 */
const getCacheFolder = ({ peerDependencies }) =>
  peerDependencies === undefined && process.env.TANDEM_TOOLS_CACHE
    ? resolve(process.env.TANDEM_TOOLS_CACHE)
    : join(stampFolder, 'tools');

/** Formats the error lines of npm, without its prefix and the path of its log. */
const formatReason = ({ stderr, message }) =>
  (stderr || message)
    .split('\n')
    .map((line) => line.replace(/^npm error\s*/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log'))
    .join('; ');

/** Thrown if a tool cannot be installed, usually because there is no network. */
class ToolMissing extends Error {
  code = 'TOOL_MISSING';

  constructor(packages, cause) {
    super(
      `${packages.join(', ')} could not be fetched; call this again with a network: ${formatReason(cause)}`,
      {
        cause,
      },
    );
  }
}

const install = async (name, manifest, folder) => {
  const cache = dirname(folder);
  const { dependencies, optionalDependencies } = manifest;
  const packages = Object.entries({ ...dependencies, ...optionalDependencies }).map((entry) =>
    entry.join('@'),
  );
  say(`fetching ${packages.join(', ')} into ${cache}, once`);
  await mkdir(cache, { recursive: true });
  const beside = await mkdtemp(join(cache, `${name}-`));
  try {
    for (const file of files) {
      const from = join(definitions, name, file);
      if (existsSync(from)) await cp(from, join(beside, file));
    }
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    await run('npm', ['ci', ...flags], { cwd: beside, shell: process.platform === 'win32' });
    // The rename fails if another process has installed the tool first.
    await rename(beside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } catch (error) {
    throw new ToolMissing(packages, error);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
};

/**
 * Installs a tool that only one command or a few tests use. An installed tool needs no network.
 * @param {string} name one of `tools`
 * @returns the folder with its `node_modules`
 */
export const fetchTool = async (name) => {
  const text = readFileSync(join(definitions, name, 'package.json'), 'utf8');
  const lock = readFileSync(join(definitions, name, 'package-lock.json'));
  const version = createHash('sha256').update(text).update(lock).digest('hex').slice(0, 12);
  const manifest = JSON.parse(text);
  const folder = join(getCacheFolder(manifest), `${name}-${version}`);
  if (!existsSync(folder)) await install(name, manifest, folder);
  return folder;
};

/**
 * The path of a program in a tool.
 * @param {string} name of the tool
 * @param {string} program
 */
export const fetchProgram = async (name, program) =>
  join(await fetchTool(name), 'node_modules', '.bin', program);

/**
 * The path of a module of a tool.
 * @param {string} name of the tool
 * @param {string} specifier as in an import
 */
export const fetchModule = async (name, specifier) =>
  createRequire(join(await fetchTool(name), 'package.json')).resolve(specifier);

/**
 * Imports a module of a tool.
 * @param {string} name of the tool
 * @param {string} specifier
 */
export const importModule = async (name, specifier) =>
  import(pathToFileURL(await fetchModule(name, specifier)).href);

// `node tools/fetch/fetch-tool.mjs <tool>...` prepares for work without a network; without arguments it fetches all of them.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  try {
    for (const name of given.length === 0 ? tools : given) await fetchTool(name);
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
