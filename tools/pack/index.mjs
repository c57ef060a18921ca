#!/usr/bin/env node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runOrFail } from '../launch/run-or-fail.mjs';
import { root } from '../launch/say.mjs';
import { installPackage } from './install.mjs';
import { makeMcpb } from './mcpb.mjs';
import { createServerJson } from './server-json.mjs';
import { stagePackage } from './stage.mjs';
import { makeStandalone } from './standalone.mjs';

/**
 * Creates the npm package with everything: `npm run pack -- [folder]`; the default folder is dist/pack.
 * `--standalone` also creates archives for this platform with Node inside, `--mcpb` an MCP bundle for it. Prints
 * their paths. `server.json` beside them describes the package for the MCP registry. `--quick` compresses archives
 * less, for tests.
 */
const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'dist', 'pack'));
const work = mkdtempSync(join(tmpdir(), 'tandem-pack-'));
try {
  const staged = join(work, 'package');
  await stagePackage(staged, process.env);
  mkdirSync(folder, { recursive: true });
  const printed = runOrFail('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staged });
  const tarball = join(folder, printed.trim().split('\n').at(-1) ?? '');
  const manifest = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'server.json'), `${JSON.stringify(createServerJson(manifest), null, 2)}\n`);
  const archives = [];
  if (args.includes('--standalone') || args.includes('--mcpb')) {
    const installed = installPackage(tarball, work);
    if (args.includes('--standalone'))
      archives.push(...makeStandalone(installed, folder, work, { isQuick: args.includes('--quick') }));
    if (args.includes('--mcpb')) archives.push(await makeMcpb(installed, folder, work));
  }
  process.stdout.write([tarball, ...archives].map((path) => `${path}\n`).join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
