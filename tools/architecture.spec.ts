import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './launch/say.mjs';

interface Manifest {
  readonly nx?: { readonly tags?: readonly string[] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const libraries = readdirSync(join(root, 'libs')).filter((name) =>
  existsSync(join(root, 'libs', name, 'package.json')),
);

const getTag = ({ nx }: Manifest, kind: string): string =>
  (nx?.tags ?? []).find((tag) => tag.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? '';

/** Shortens a list of packages: several packages of one scope are listed once. */
const shorten = (names: readonly string[]): readonly string[] => {
  const scopeOf = (name: string): string => (name.startsWith('@') ? (name.split('/')[0] ?? '') : '');
  const isOneOfMany = (name: string): boolean =>
    scopeOf(name) !== '' && names.filter((other) => scopeOf(other) === scopeOf(name)).length > 1;
  return [...new Set(names.map((name) => (isOneOfMany(name) ? `${scopeOf(name)}/\\*` : name)))].sort();
};

const createRow = (library: string): string => {
  const manifest = JSON.parse(readFileSync(join(root, 'libs', library, 'package.json'), 'utf8')) as Manifest;
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const foreign = packages.filter((name) => !name.startsWith('@tandem/'));
  return [
    `[\`${library}\`](libs/${library}/README.md)`,
    getTag(manifest, 'layer'),
    getTag(manifest, 'scope'),
    shorten(foreign).join(', '),
  ].join(' | ');
};

/** The rows of the table of libraries, without the descriptions. */
const rows = Array.from(
  text.matchAll(/^\| (\[`[\w-]+`\]\(libs\/[^)]*\)) +\| (\w+) +\| (\w+) +\| .+? +\| (.*?) *\|$/gm),
  ([, library = '', layer = '', scope = '', packages = '']) => [library, layer, scope, packages].join(' | '),
);

it('the table of libraries in ARCHITECTURE.md lists the tags and packages of each package.json', () => {
  expect([...rows].sort()).toEqual(libraries.map(createRow).sort());
});
