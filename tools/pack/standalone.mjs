import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runOrFail } from '../launch/run-or-fail.mjs';
import { root } from '../launch/say.mjs';
import { createLauncher } from './launcher.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const architectures = { x64: 'amd64', arm64: 'arm64' };

/** Copies the installed package and this Node to folders below `prefix`. */
const putBelow = (prefix, installed) => {
  const library = join(prefix, 'lib', 'tandem');
  const { name, text, node } = createLauncher(process.platform);
  cpSync(installed, join(library, 'package'), { recursive: true });
  cpSync(process.execPath, join(library, node));
  chmodSync(join(library, node), 0o755);
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  writeFileSync(join(prefix, 'bin', name), text, { mode: 0o755 });
};

const addDesktopEntry = (prefix) => {
  const from = join(root, 'apps', 'tandem', 'linux');
  cpSync(join(from, 'tandem.desktop'), join(prefix, 'share', 'applications', 'tandem.desktop'));
  cpSync(
    join(from, 'tandem.svg'),
    join(prefix, 'share', 'icons', 'hicolor', 'scalable', 'apps', 'tandem.svg'),
  );
};

const createControlFile = (architecture) => `Package: tandem-workbench
Version: ${version}
Architecture: ${architecture}
Maintainer: The authors of Tandem <tandem@localhost>
Depends: libc6, libstdc++6
Suggests: chromium
Section: devel
Priority: optional
Description: API workbench for you and your agent
 A window, an MCP server, and a runner for CI on the same files.
`;

/** Moves `prefix` into the package. */
const makeDeb = (prefix, folder, work, { isQuick }) => {
  const staged = join(work, 'deb');
  mkdirSync(join(staged, 'DEBIAN'), { recursive: true });
  renameSync(prefix, join(staged, 'usr'));
  const architecture = architectures[process.arch] ?? process.arch;
  writeFileSync(join(staged, 'DEBIAN', 'control'), createControlFile(architecture));
  const file = join(folder, `tandem-workbench_${version}_${architecture}.deb`);
  runOrFail('dpkg-deb', ['--root-owner-group', '-Zgzip', isQuick ? '-z1' : '-z6', '--build', staged, file]);
  return file;
};

/**
 * Creates archives with Node inside for this platform: a `.tar.gz`, and on Linux with dpkg a `.deb`.
 * @returns their paths
 * @param {string} installed folder of the package with its dependencies
 * @param {string} folder
 * @param {string} work
 * @param {{ readonly isQuick: boolean }} options `isQuick` compresses less; with GNU tar only
 */
export const makeStandalone = (installed, folder, work, options) => {
  const name = `tandem-${version}-${process.platform}-${process.arch}`;
  const prefix = join(work, name);
  putBelow(prefix, installed);
  const isLinux = process.platform === 'linux';
  if (isLinux) addDesktopEntry(prefix);
  const archive = join(folder, `${name}.tar.gz`);
  const compression = options.isQuick ? ['-I', 'gzip -1'] : ['-z'];
  runOrFail('tar', [...compression, '-cf', archive, '-C', work, name]);
  return isLinux && existsSync('/usr/bin/dpkg-deb')
    ? [archive, makeDeb(prefix, folder, work, options)]
    : [archive];
};
