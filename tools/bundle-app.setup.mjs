import { bundleApp } from './bundle-app.mjs';
import { isBuilt } from './tests/is-built.mjs';

/** Bundles the application of a project before its tests, from what was compiled last. `npm test` has just done that. */
export const setup = async ({ name }) => {
  if (!isBuilt) await bundleApp(name);
};
