import { join } from 'node:path';

import { formatFiles, generateFiles, writeJson } from '@nx/devkit';
import { applicationGenerator } from '@nx/node';

import {
  generateProject,
  insertSorted,
  linkProject,
  registerProject,
  writeTypeScriptSettings,
} from '../workspace.mjs';

const libraries = ['node', 'workbench'];

const manifestOf = ({ name, scope }) => ({
  name: `@tandem/${name}`,
  version: '0.1.0',
  private: true,
  license: 'MIT',
  type: 'module',
  dependencies: Object.fromEntries(libraries.map((library) => [`@tandem/${library}`, '0.1.0'])),
  nx: { tags: ['layer:app', `scope:${scope}`] },
});

/** Adds an application: a program that opens the workbench of a data folder until it is stopped. */
export default async function generateApplication(tree, { name, description, scope = 'workspace' }) {
  const folder = `apps/${name}`;
  await generateProject(tree, folder, () =>
    applicationGenerator(tree, {
      directory: folder,
      name: `@tandem/${name}`,
      bundler: 'esbuild',
      framework: 'none',
      linter: 'none',
      unitTestRunner: 'none',
      e2eTestRunner: 'none',
      skipPackageJson: true,
      useProjectJson: false,
      skipFormat: true,
    }),
  );
  generateFiles(tree, join(import.meta.dirname, 'files'), folder, { name, description, tmpl: '' });
  writeJson(tree, `${folder}/package.json`, manifestOf({ name, scope }));
  writeTypeScriptSettings(tree, folder, {
    references: libraries.map((library) => `../../libs/${library}`),
    tests: ['src/**/*.spec.ts', 'e2e/**/*.ts'],
  });
  registerProject(tree, folder);
  insertSorted(
    tree,
    'tools/digits.spec.ts',
    `'${folder}/src/version.ts': ownDataReason,`,
    /^ {2}'apps\/[\w-]+\/src\/version\.ts': ownDataReason,$/,
  );
  await formatFiles(tree);
  return linkProject(name, folder);
}
