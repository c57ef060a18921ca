import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the applications, in a clone and in the package. */
const apps = new URL('../../', import.meta.url);

/** The file that starts a built application: its bundle, or its compiled modules where it was not bundled. */
export const programOf = (app: 'tandem' | 'desktop' | 'mcp-server' | 'echo-server'): URL => {
  const bundle = new URL(`${app}/dist/bundle/main.js`, apps);
  return existsSync(bundle) ? bundle : new URL(`${app}/dist/main.js`, apps);
};

/** The command that starts this program, for git. */
export const tandemProgram = (): readonly [node: string, script: string] => [
  process.execPath,
  fileURLToPath(programOf('tandem')),
];
