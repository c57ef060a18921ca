import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@tandem/node/testing';

import { root } from '../../launch/say.mjs';

const runOrThrow = (program, args, cwd) => {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} ended with ${status}`);
};

/** Links the packages installed here, and the libraries of the other folder. */
const linkPackages = async (path) => {
  const modules = join(path, 'node_modules');
  await mkdir(join(modules, '@tandem'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@tandem') await symlink(join(root, 'node_modules', name), join(modules, name));
  for (const kind of ['libs', 'apps'])
    for (const name of await readdir(join(path, kind))) {
      const manifest = JSON.parse(await readFile(join(path, kind, name, 'package.json'), 'utf8'));
      if (manifest.name.startsWith('@tandem/'))
        await symlink(join(path, kind, name), join(modules, manifest.name));
    }
};

/** Clones a commit and builds its MCP server. Returns a function that starts the server like `launch` does. */
export const launchCommit = async (commit) => {
  const temporary = await temporaryFolder();
  const path = join(temporary.path, 'clone');
  runOrThrow('git', ['clone', '--quiet', '--shared', '--no-checkout', root, path], root);
  runOrThrow('git', ['checkout', '--quiet', commit], path);
  await linkPackages(path);
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  runOrThrow(process.execPath, [tsc, '--build', 'apps/mcp-server'], path);
  for (const name of await readdir(join(path, 'libs'))) {
    const folder = join(path, 'libs', name);
    if (existsSync(join(folder, 'build.mjs'))) runOrThrow(process.execPath, ['build.mjs'], folder);
  }
  return {
    start: (args) => {
      const child = spawn(process.execPath, [join(path, 'apps', 'mcp-server', 'dist', 'main.js'), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      const first = new Promise((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          text += chunk;
          if (text.includes('\n')) resolve(text.split('\n').slice(0, 1));
        });
        child.once('close', (code) => reject(new Error(`the server of ${commit} ended with ${code}`)));
      });
      const closed = new Promise((resolve) => child.once('close', resolve));
      return {
        lines: () => first,
        stop: async () => {
          child.kill();
          await closed;
        },
      };
    },
    remove: temporary.remove,
  };
};
