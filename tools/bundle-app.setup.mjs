import { bundleApp } from './bundle-app.mjs';
import { isBuilt } from './tests/is-built.mjs';

/** Bundles the application of a project from the last build, before the project's tests. `npm test` has just built it. */
export const setup = async ({ name }) => {
  if (!isBuilt) await bundleApp(name);
};
