import { join } from 'node:path';

import { formatFiles, generateFiles, writeJson } from '@nx/devkit';
import { libraryGenerator } from '@nx/js';

import {
  generateProject,
  insertSorted,
  linkProject,
  registerProject,
  writeTypeScriptSettings,
} from '../workspace.mjs';

const manifestOf = ({ name, layer, scope }) => ({
  name: `@tandem/${name}`,
  version: '0.1.0',
  private: true,
  license: 'MIT',
  type: 'module',
  exports: {
    './package.json': './package.json',
    '.': {
      '@tandem/source': './src/index.ts',
      types: './dist/index.d.ts',
      default: './dist/index.js',
    },
  },
  nx: { tags: [`layer:${layer}`, `scope:${scope}`, `home:${name}`] },
});

/** Adds a library with its tags, an empty list of third-party packages, and its row in ARCHITECTURE.md. */
export default async function generateLibrary(tree, { layer = 'adapter', scope = 'workspace', ...options }) {
  const { name, description } = options;
  const folder = `libs/${name}`;
  await generateProject(tree, folder, () =>
    libraryGenerator(tree, {
      directory: folder,
      name: `@tandem/${name}`,
      bundler: 'tsc',
      linter: 'none',
      unitTestRunner: 'none',
      skipPackageJson: true,
      useProjectJson: false,
      skipFormat: true,
    }),
  );
  generateFiles(tree, join(import.meta.dirname, 'files'), folder, { name, description, tmpl: '' });
  writeJson(tree, `${folder}/package.json`, manifestOf({ name, layer, scope }));
  writeTypeScriptSettings(tree, folder, { references: [], tests: ['src/**/*.spec.ts'] });
  registerProject(tree, folder);
  insertSorted(
    tree,
    'tools/boundaries.mjs',
    `createHomeRule('${name}', [...tests]),`,
    /^ {2}createHomeRule\('[\w-]+', \[\.\.\.tests\]\),$/,
  );
  insertSorted(
    tree,
    'ARCHITECTURE.md',
    `| [\`${name}\`](${folder}/README.md) | ${layer} | ${scope} | ${description} | |`,
    /^\| \[`workbench`\]/,
  );
  await formatFiles(tree);
  return linkProject(name, folder);
}
