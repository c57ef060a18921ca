import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { root } from '../launch/say.mjs';

const copy = (folder, name) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  cpSync(join(root, name), join(folder, name), { recursive: true });
};

const link = (target, at) => {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at, 'junction');
};

/** Links the installed packages. Packages of this repository link to their copies, so that tests load the mutants. */
const linkPackages = (folder, within) => {
  const modules = join(root, within, 'node_modules');
  for (const name of readdirSync(modules)) {
    if (name === '.cache' || name.startsWith('.vite')) continue;
    if (name !== '@tandem') link(join(modules, name), join(folder, within, 'node_modules', name));
  }
  if (!existsSync(join(modules, '@tandem'))) return;
  for (const name of readdirSync(join(modules, '@tandem'))) {
    const real = realpathSync(join(modules, '@tandem', name));
    link(join(folder, real.slice(root.length + 1)), join(folder, within, 'node_modules', '@tandem', name));
  }
};

/**
 * Copies the repository with built files and installed packages into a temporary folder. Mutants are written there, so that
 * the work tree does not change during an edit or another test run.
 */
export const createSandbox = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-mutation-')));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const name of listed.split('\0')) if (name !== '' && existsSync(join(root, name))) copy(folder, name);
  linkPackages(folder, '.');
  for (const kind of ['libs', 'apps'])
    for (const name of readdirSync(join(root, kind))) {
      const project = `${kind}/${name}`;
      if (!lstatSync(join(root, project)).isDirectory()) continue;
      // Workers and hosts start from built files, which contain no mutants.
      if (existsSync(join(root, project, 'dist'))) copy(folder, `${project}/dist`);
      if (existsSync(join(root, project, 'node_modules'))) linkPackages(folder, project);
    }
  return folder;
};
