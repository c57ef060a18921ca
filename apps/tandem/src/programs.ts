import { fileURLToPath } from 'node:url';

import { findProgram } from '@tandem/node/cli/commands';

/** The folder of the applications, both in a clone and in the package. */
const apps = new URL('../../', import.meta.url);

/** The file that starts an application. */
export const getProgramUrl = (app: 'tandem' | 'desktop' | 'mcp-server' | 'echo-server'): URL =>
  findProgram(new URL(`${app}/`, apps));

/** Returns the command that starts this program, for git. */
export const getTandemProgram = (): readonly [node: string, script: string] => [
  process.execPath,
  fileURLToPath(getProgramUrl('tandem')),
];
