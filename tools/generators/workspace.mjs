import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { readJson, updateJson, workspaceRoot, writeJson } from '@nx/devkit';

/** Files that Nx generators must not change, because this repository has set them up already. */
const ownSettings = ['package.json', 'nx.json', '.gitignore', '.prettierignore', '.vscode/launch.json'];

/**
 * Calls a generator of Nx for a project, and then restores the files that all projects of this repository share.
 * @param {import('@nx/devkit').Tree} tree
 * @param {() => Promise<unknown>} generate
 */
export const generateProject = async (tree, folder, generate) => {
  const settings = ownSettings.map((path) => [path, tree.read(path)]);
  await generate();
  for (const [path, content] of settings) {
    if (content === null) tree.delete(path);
    else tree.write(path, content);
  }
  for (const path of ['src', 'README.md', 'tsconfig.app.json']) tree.delete(join(folder, path));
};

/**
 * Inserts a line into a sorted list of lines.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} line without indentation
 * @param {RegExp} entry matches the lines of the list
 */
export const insertSorted = (tree, path, line, entry) => {
  const lines = (tree.read(path, 'utf8') ?? '').split('\n');
  const first = lines.findIndex((each) => entry.test(each));
  if (first === -1) throw new Error(`${path} has no list of lines like ${entry.source}`);
  const [indentation] = /^\s*/.exec(lines[first]);
  let at = first;
  while (at < lines.length && entry.test(lines[at]) && lines[at].trim() < line) at += 1;
  lines.splice(at, 0, `${indentation}${line}`);
  tree.write(path, lines.join('\n'));
};

/** Adds a project to the lock file, like `npm install`, and to the list in the test of the project graph. */
export const registerProject = (tree, folder) => {
  const { name, version, license, dependencies } = readJson(tree, join(folder, 'package.json'));
  updateJson(tree, 'package-lock.json', (lock) => {
    const packages = {
      ...lock.packages,
      [folder]: { name, version, license, ...(dependencies ? { dependencies } : {}) },
      [`node_modules/${name}`]: { resolved: folder, link: true },
    };
    const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
    return { ...lock, packages: Object.fromEntries(sorted) };
  });
  insertSorted(tree, 'tools/graph.spec.ts', `'${name.split('/')[1]}',`, /^ {8}'[\w-]+',$/);
};

/**
 * Writes the TypeScript settings that all projects have.
 * @param {readonly string[]} references folders of the imported libraries, relative to the project's folder
 */
export const writeTypeScriptSettings = (tree, folder, { references, tests }) => {
  const base = '../../tsconfig.base.json';
  const own = { path: './tsconfig.lib.json' };
  const others = references.map((library) => ({ path: `${library}/tsconfig.lib.json` }));
  writeJson(tree, join(folder, 'tsconfig.json'), {
    extends: base,
    files: [],
    include: [],
    references: [own, { path: './tsconfig.spec.json' }],
  });
  writeJson(tree, join(folder, 'tsconfig.lib.json'), {
    extends: base,
    compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo' },
    include: ['src/**/*.ts'],
    exclude: ['src/**/*.spec.ts'],
    references: others,
  });
  writeJson(tree, join(folder, 'tsconfig.spec.json'), {
    extends: base,
    compilerOptions: { outDir: 'out-tsc/spec' },
    include: ['vitest.config.ts', ...tests],
    references: [own, ...others],
  });
};

/** Links a project in node_modules after the files are written, like `npm install`. */
export const linkProject = (name, folder) => async () => {
  const scope = join(workspaceRoot, 'node_modules', '@tandem');
  if (existsSync(scope)) await symlink(join('..', '..', folder), join(scope, name), 'junction');
};
