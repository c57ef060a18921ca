#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { publicLibs } from './public-libs.mjs';
import { root } from './launch/say.mjs';
import { runOrFail } from './launch/run-or-fail.mjs';

/**
 * Creates npm packages of the public libraries and of the libraries of this repository that they import.
 * `npm run pack-libs -- [folder]`; the default folder is dist/libs. `--check` installs them in empty projects and
 * type-checks a program that imports each, with `nodenext` and `bundler`.
 */
const args = process.argv.slice(2);
const check = args.includes('--check');
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'dist', 'libs'));

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const readManifest = (lib) => readJson(join(root, 'libs', lib, 'package.json'));
const { devDependencies, engines, license } = readJson(join(root, 'package.json'));
const scope = '@tandem/';

/** Collects the libraries and their dependencies, in no particular order. */
const addDependencies = (libs) => {
  const found = new Set();
  const visit = (lib) => {
    if (found.has(lib)) return;
    found.add(lib);
    const names = Object.keys(readManifest(lib).dependencies ?? {});
    for (const name of names) if (name.startsWith(scope)) visit(name.slice(scope.length));
  };
  libs.forEach(visit);
  return [...found];
};
const libs = addDependencies(publicLibs);

/** The version of each third-party package. Each package belongs to only one library. */
const versions = Object.assign({}, ...libs.map((lib) => readManifest(lib).dependencies ?? {}));

const toPackageName = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The packages that the built declarations import, except for Node's own modules. */
const findImportedPackages = (dist) =>
  new Set(
    readdirSync(dist, { recursive: true })
      .filter((path) => path.endsWith('.d.ts') && !path.startsWith('testing'))
      .flatMap((path) => [
        ...readFileSync(join(dist, path), 'utf8').matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g),
      ])
      .map(([, specifier]) => toPackageName(specifier))
      .filter((name) => !name.startsWith('node:')),
  );

/**
 * Collects the dependencies of a library: those in its manifest, those that only its types need, and the type
 * packages of dependencies without types.
 */
const collectDependencies = (lib, dist) => {
  const { name, dependencies = {} } = readManifest(lib);
  const all = { ...dependencies };
  for (const named of findImportedPackages(dist)) {
    if (named !== name && versions[named] !== undefined) all[named] ??= versions[named];
  }
  for (const named of Object.keys(all)) {
    const types = `@types/${named.replace(/^@(.*)\/(.*)$/, '$1__$2')}`;
    if (devDependencies[types] !== undefined) all[types] = devDependencies[types];
  }
  return all;
};

const removeSources = (exports) =>
  Object.fromEntries(
    Object.entries(exports)
      .filter(([path]) => path !== './testing')
      .map(([path, target]) => {
        if (typeof target === 'string') return [path, target];
        const { '@tandem/source': _, ...conditions } = target;
        return [path, conditions];
      }),
  );

/** Copies a library to the folder `staged` in its published form. */
const stageLibrary = (lib, staged) => {
  const source = join(root, 'libs', lib);
  mkdirSync(staged);
  cpSync(join(source, 'dist'), join(staged, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(map|tsbuildinfo)$/.test(path) && basename(path) !== 'testing',
  });
  for (const name of readdirSync(source)) {
    if (name === 'README.md' || name.endsWith('.d.ts')) cpSync(join(source, name), join(staged, name));
  }
  cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  const { name, version, type, exports, optionalDependencies } = readManifest(lib);
  const manifest = {
    name,
    version,
    license,
    type,
    engines,
    exports: removeSources(exports),
    dependencies: collectDependencies(lib, join(staged, 'dist')),
    ...(optionalDependencies ? { optionalDependencies } : {}),
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

/**
 * Packs all libraries in one call of npm.
 * @returns the paths of their tarballs
 */
const pack = (staging) => {
  for (const lib of libs) stageLibrary(lib, join(staging, lib));
  const folders = libs.map((lib) => `./${lib}`);
  const quiet = ['--silent', '--pack-destination', folder];
  const printed = runOrFail('npm', ['pack', ...quiet, ...folders], { cwd: staging });
  return printed
    .trim()
    .split('\n')
    .map((name) => join(folder, name));
};

/** Lists the compiler's errors for a project, including those in declarations. */
const listCompilerErrors = (project) => {
  const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
};

/** Installs the packages in an empty project, compiles a program that imports all of them, and runs the program. */
const checkPackages = (tarballs) => {
  const project = mkdtempSync(join(tmpdir(), 'tandem-pack-libs-'));
  try {
    writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
    const dev = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
    runOrFail('npm', ['install', ...quiet, ...tarballs, ...dev], { cwd: project });
    const names = libs.map((lib, index) => `import * as lib${index} from '${scope}${lib}';`);
    const used = `export const all = [${libs.map((_, index) => `lib${index}`).join(', ')}];`;
    writeFileSync(join(project, 'main.ts'), [...names, used, ''].join('\n'));
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const options = { module, moduleResolution, strict: true, target: 'es2023', outDir: moduleResolution };
      const config = { compilerOptions: { ...options, types: ['node'] }, files: ['main.ts'] };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
      const said = listCompilerErrors(project);
      if (said.length > 0) throw new Error(`"${moduleResolution}" does not compile:\n${said.join('\n')}`);
      process.stdout.write(`pack-libs: type-checks with "moduleResolution": "${moduleResolution}"\n`);
    }
    // Copied from this repository, to avoid compiling it again.
    const sqlite = join('node_modules', 'sqlite3', 'build');
    cpSync(join(root, sqlite), join(project, sqlite), { recursive: true });
    runOrFail(process.execPath, [join('nodenext', 'main.js')], { cwd: project });
    process.stdout.write('pack-libs: every package can be imported\n');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
};

mkdirSync(folder, { recursive: true });
const stagingFolder = mkdtempSync(join(tmpdir(), 'tandem-pack-libs-'));
try {
  const tarballs = pack(stagingFolder);
  for (const tarball of tarballs) process.stdout.write(`${tarball}\n`);
  if (check) checkPackages(tarballs);
} finally {
  rmSync(stagingFolder, { recursive: true, force: true });
}
