import { join } from 'node:path';

import { root } from './say.mjs';

/** The applications with the most packages. They start twice as fast from a bundle. */
export const bundledApps = ['desktop', 'mcp-server', 'tandem'];

/**
 * The file that starts a built application.
 * @param {string} app folder below apps
 */
export const getProgramPath = (app) =>
  join(root, 'apps', app, 'dist', ...(bundledApps.includes(app) ? ['bundle'] : []), 'main.js');
