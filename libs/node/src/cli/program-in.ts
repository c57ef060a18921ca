import { existsSync } from 'node:fs';

/**
 * The file that starts a built application: its bundle, or its compiled modules if it was not bundled.
 * @param app the folder of the application, with a trailing slash
 */
export const findProgram = (app: URL): URL => {
  const bundle = new URL('dist/bundle/main.js', app);
  return existsSync(bundle) ? bundle : new URL('dist/main.js', app);
};
