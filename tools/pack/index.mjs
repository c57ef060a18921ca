#!/usr/bin/env node
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runOrFail } from '../launch/run-or-fail.mjs';
import { root } from '../launch/say.mjs';
import { stage } from './stage.mjs';
import { makeStandalone } from './standalone.mjs';

/**
 * Makes the npm package with everything: `npm run pack -- [folder]`; the default folder is dist/pack. With `--standalone` also
 * archives for this platform with Node inside. Prints their paths.
 */
const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'dist', 'pack'));
const work = mkdtempSync(join(tmpdir(), 'tandem-pack-'));
try {
  const staged = join(work, 'package');
  await stage(staged, process.env);
  mkdirSync(folder, { recursive: true });
  const printed = runOrFail('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staged });
  const tarball = join(folder, printed.trim().split('\n').at(-1) ?? '');
  const archives = args.includes('--standalone') ? makeStandalone(tarball, folder, work) : [];
  process.stdout.write([tarball, ...archives].map((path) => `${path}\n`).join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
