import { BaseSequencer } from 'vitest/node';

/**
 * Files that take a minute run before all others. One worker is left for the projects that are not listed below, each of which
 * imports its libraries once. The first file mostly waits for npm.
 */
const slowestFiles = ['apps/tandem/e2e/package.e2e.ts', 'scripting/src/hostile.spec.ts'];

/** The slowest of the other projects run first, so that none of them runs alone at the end. */
const projects = [
  'tandem',
  'workbench',
  'desktop',
  'mcp-server',
  'scripting',
  'move-in',
  'shop',
  'persistence',
  'transport',
  'libs',
];

/** Files that run first in their project. */
const first = ['workbench/src/killed.spec.ts'];

const isOne = (files, { moduleId }) =>
  files.some((file) => moduleId.replaceAll('\\', '/').endsWith(`/${file}`));

/** Returns the rank of a project or file; -1 if it is not listed. */
const rank = (spec) => (isOne(slowestFiles, spec) ? -2 : projects.indexOf(spec.project.name));

/**
 * Starts long files first, then small projects, then slow ones. The files of a project stay together, because they share imported
 * modules.
 */
export default class SlowFirst extends BaseSequencer {
  async sort(specs) {
    const sorted = await super.sort(specs);
    return sorted.sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.project === b.project ? Number(isOne(first, b)) - Number(isOne(first, a)) : 0),
    );
  }
}
