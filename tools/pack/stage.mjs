import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundleTogether } from '../bundle-app.mjs';
import { root } from '../launch/say.mjs';
import { createManifest } from './manifest.mjs';
import { listDependencyFolders, createNotices } from './notices.mjs';
import { copyTypes } from './types.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The applications of the package. The first one has the bundle of all of them in its folder. */
const apps = ['tandem', 'desktop', 'mcp-server', 'echo-server'];

/** Writes the manifest fields that an application reads from its bundle. */
const writeManifest = (app, folder) => {
  const { name, version, license, type } = readJson(join(root, 'apps', app, 'package.json'));
  const manifest = { name, version, private: true, license, type };
  writeFileSync(join(folder, 'apps', app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

/** Writes the applications, which share one bundle, and returns the paths of its sources. */
const writeApps = async (folder) => {
  const { files, inputs } = await bundleTogether(apps);
  const bundleOf = (app) => join(folder, 'apps', app, 'dist', 'bundle');
  for (const app of apps) {
    mkdirSync(bundleOf(app), { recursive: true });
    writeManifest(app, folder);
    if (app !== apps[0])
      writeFileSync(join(bundleOf(app), 'main.js'), `import '../../../${apps[0]}/dist/bundle/${app}.js';\n`);
  }
  for (const { name, contents } of files) writeFileSync(join(bundleOf(apps[0]), name), contents);
  return inputs;
};

const isNotSourceMap = (source) => !source.endsWith('.map');

/**
 * Writes the package to `folder`: the runtime files of the repository, with the same relative paths, so that they find each other.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
export const stagePackage = async (folder, env) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundled = await writeApps(folder);
  const copied = [
    ['libs/scripting/dist/host.mjs'],
    ['libs/scripting/dist/foreign', { recursive: true }],
    ['libs/scripting/tandem-script.d.ts'],
    ['libs/window/dist-ui', { recursive: true, filter: isNotSourceMap }],
    ['LICENSE'],
  ];
  for (const [path, options] of copied) cpSync(join(root, path), join(folder, path), options);
  cpSync(join(root, 'apps', 'tandem', 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'apps', 'tandem', 'Dockerfile'), join(folder, 'Dockerfile'));
  const typed = copyTypes(join('apps', 'tandem', 'dist', 'library.d.ts'), join(folder, 'types'));
  const inPage = ['window', 'scripting'].flatMap(listDependencyFolders);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), createNotices(bundled, inPage));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createManifest(typed, env), null, 2)}\n`);
  chmodSync(join(folder, 'apps', 'tandem', 'dist', 'bundle', 'main.js'), 0o755);
};
