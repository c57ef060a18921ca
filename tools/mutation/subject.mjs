import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

import { root } from '../launch/say.mjs';

/**
 * Libraries whose tests also run for another library: the use cases test executions as a whole, and the workbench tests guards, dry runs
 * and the calls of scripts, which need its servers and script hosts.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const alsoTestedBy = { execution: ['application', 'workbench'] };

/** Thrown for a path that cannot be mutated, with a message that explains why. */
export class NoSubject extends Error {}

const hasSpecs = (folder) =>
  readdirSync(folder, { recursive: true }).some((name) => name.endsWith('.spec.ts'));

/**
 * Finds the files to mutate, and the projects whose tests to run, from the paths on the command line.
 * @param {readonly string[]} paths
 * @param {string} from the folder that relative paths start at
 * @returns {{ name: string, mutate: string[], projects: string[] }}
 */
export const determineSubject = (paths, from) => {
  if (paths.length === 0)
    throw new NoSubject('name a file or folder, for example: npm run mutate -- libs/node');
  const libraries = new Set();
  const inside = paths.map((path) => {
    const whole = resolve(from, path);
    if (!existsSync(whole)) throw new NoSubject(`there is no ${path}; name a file or folder below libs`);
    const name = relative(root, whole).split(sep).join('/');
    const [, library] = /^libs\/([^/]+)(?:\/|$)/.exec(name) ?? [];
    if (library === undefined) throw new NoSubject(`${path} belongs to no library; name a path below libs`);
    if (
      !existsSync(join(root, 'libs', library, 'vitest.config.ts')) ||
      !hasSpecs(join(root, 'libs', library, 'src'))
    )
      throw new NoSubject(`libs/${library} has no tests; name a library that has some`);
    if (!name.startsWith(`libs/${library}/src`) && name !== `libs/${library}`)
      throw new NoSubject(`${path} is no source; name a path below libs/${library}/src`);
    libraries.add(library);
    return { whole, name: name === `libs/${library}` ? `${name}/src` : name };
  });
  const mutate = inside.map(({ whole, name }) => {
    if (statSync(whole).isDirectory()) return `${name}/**/*.ts`;
    if (/(?<!\.spec|\.d)\.ts$/.test(name)) return name;
    throw new NoSubject(`${name} is no source; name a .ts file that is not a test`);
  });
  const projects = [...libraries].flatMap((library) => [library, ...(alsoTestedBy[library] ?? [])]);
  return {
    name: inside.map(({ name }) => name).join(' '),
    mutate: [...mutate, '!**/*.spec.ts', '!**/testing/**', '!**/migrations/**'],
    projects: [...new Set(projects)].map((library) => `libs/${library}`),
  };
};
