import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleApp, bundledFiles } from '../bundle-app.mjs';
import { isBuilt } from '../e2e/is-built.mjs';
import { bundledApps } from '../launch/programs.mjs';
import { root } from '../launch/say.mjs';
import { manifestOf } from './manifest.mjs';
import { dependenciesOf, noticesOf } from './notices.mjs';
import { copyTypes } from './types.mjs';

const apps = ['tandem', 'desktop', 'mcp-server', 'echo-server'];

/** Copies a bundled application, with what its bundle reads of its manifest. */
const copyApp = (app, folder) => {
  const from = join(root, 'apps', app);
  const { name, version, license, type } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  cpSync(join(from, 'dist', 'bundle'), join(folder, 'apps', app, 'dist', 'bundle'), { recursive: true });
  const manifest = { name, version, private: true, license, type };
  writeFileSync(join(folder, 'apps', app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

const withoutMaps = (source) => !source.endsWith('.map');

/** Whether `npm test` has just bundled it: programs that run meanwhile use that bundle. */
const isBundled = (app) => isBuilt && bundledApps.includes(app);

/**
 * Writes the package to `folder`: the files of the repository that run, at the same places, so that they find each other.
 * @param {string} folder @param {NodeJS.ProcessEnv} env
 */
export const stage = async (folder, env) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Promise.all(apps.filter((app) => !isBundled(app)).map((app) => bundleApp(app)));
  const bundled = (await Promise.all(apps.map(bundledFiles))).flat();
  for (const app of apps) copyApp(app, folder);
  const copied = [
    ['libs/scripting/dist/host.mjs'],
    ['libs/scripting/dist/foreign', { recursive: true }],
    ['libs/scripting/tandem-script.d.ts'],
    ['libs/window/dist-ui', { recursive: true, filter: withoutMaps }],
    ['LICENSE'],
  ];
  for (const [path, options] of copied) cpSync(join(root, path), join(folder, path), options);
  cpSync(join(root, 'apps', 'tandem', 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'apps', 'tandem', 'Dockerfile'), join(folder, 'Dockerfile'));
  const typed = copyTypes(join('apps', 'tandem', 'dist', 'library.d.ts'), join(folder, 'types'));
  const inPage = ['window', 'scripting'].flatMap(dependenciesOf);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), noticesOf(bundled, inPage));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(typed, env), null, 2)}\n`);
  chmodSync(join(folder, 'apps', 'tandem', 'dist', 'bundle', 'main.js'), 0o755);
};
