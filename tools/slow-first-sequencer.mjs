import { BaseSequencer } from 'vitest/node';

/** The slowest projects run first, so that no worker is left alone with one of them at the end. */
const projects = [
  'tandem',
  'workbench',
  'desktop',
  'mcp-server',
  'scripting',
  'move-in',
  'shop',
  'persistence',
  'folder',
  'transport',
  'core',
  'mcp',
];

/** Files that take longer than half a minute run first in their project. The first waits for npm most of its time. */
const files = [
  'apps/tandem/e2e/package.e2e.ts',
  'scripting/src/hostile.spec.ts',
  'workbench/src/killed.spec.ts',
];

const rank = ({ project: { name } }) => (projects.includes(name) ? projects.indexOf(name) : projects.length);
const isSlow = ({ moduleId }) => files.some((file) => moduleId.replaceAll('\\', '/').endsWith(`/${file}`));

/** Starts slow projects and files first. The files of a project stay together, because they share imported modules. */
export default class SlowFirst extends BaseSequencer {
  async sort(specs) {
    const sorted = await super.sort(specs);
    return sorted.sort(
      (a, b) => rank(a) - rank(b) || (a.project === b.project ? Number(isSlow(b)) - Number(isSlow(a)) : 0),
    );
  }
}
