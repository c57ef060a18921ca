#!/usr/bin/env node
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runOrFail } from '../launch/run-or-fail.mjs';
import { root } from '../launch/say.mjs';
import { stage } from './stage.mjs';

/**
 * Makes the npm package with everything: `npm run pack -- [folder]`; the default folder is dist/pack. Prints the path of
 * the tarball.
 */
const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'dist', 'pack'));
const staged = mkdtempSync(join(tmpdir(), 'tandem-pack-'));
try {
  await stage(staged, process.env);
  mkdirSync(folder, { recursive: true });
  const printed = runOrFail('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staged });
  process.stdout.write(`${join(folder, printed.trim().split('\n').at(-1) ?? '')}\n`);
} finally {
  rmSync(staged, { recursive: true, force: true });
}
