import { bundleApp } from './bundle-app.mjs';

/** Bundles the application of a project before its tests, from what was compiled last. */
export const setup = async ({ name }) => {
  await bundleApp(name);
};
