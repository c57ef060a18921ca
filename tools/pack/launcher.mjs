import { posix, win32 } from 'node:path';

const main = ['package', 'apps', 'tandem', 'dist', 'bundle', 'main.js'];

/** Generates a script for a POSIX shell. It needs no other program, so it can start with an empty PATH. */
const generateShellScript = () => `#!/bin/sh
self=$0
if [ -L "$self" ] && command -v readlink > /dev/null; then self=$(readlink -f "$self"); fi
case $self in */*) ;; *) self=$(command -v "$self") ;; esac
library=\${self%/*}/../lib/tandem
exec "$library/node" -- "$library/${posix.join(...main)}" "$@"
`;

/** Generates the same script for cmd.exe, with Windows line endings. */
const generateBatchScript = () =>
  [
    '@echo off',
    `"%~dp0..\\lib\\tandem\\node.exe" -- "%~dp0..\\lib\\tandem\\${win32.join(...main)}" %*`,
    '',
  ].join('\r\n');

/**
 * Creates the file that starts Tandem with the Node in the package.
 * @param {NodeJS.Platform} platform
 */
export const createLauncher = (platform) =>
  platform === 'win32'
    ? { name: 'tandem.cmd', text: generateBatchScript(), node: 'node.exe' }
    : { name: 'tandem', text: generateShellScript(), node: 'node' };
