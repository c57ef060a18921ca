import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const statement =
  /export (?:type )?(?:\{([^}]*)\}|\*) from '(\.\/(?:([a-z-]+)\/)?(?:[a-z-]+\/)*[a-z-]+)\.js';/g;

const declaration = /^export (?:const|type|interface|function|class) (\w+)/gm;

/** The names that a module declares and exports. */
const listDeclaredNames = (path: string): readonly string[] => {
  const text = readFileSync(new URL(`${path}.ts`, import.meta.url), 'utf8');
  return [...text.matchAll(declaration)].map(([, name = '']) => name);
};

/** The names that an index exports, by their source folder. */
const exportsOf = (index: string): string => {
  const text = readFileSync(new URL(index, import.meta.url), 'utf8');
  const sections = new Map<string, Set<string>>();
  for (const [, names, path = '', section = 'top'] of text.matchAll(statement)) {
    const found =
      names?.split(',').map((name) => name.trim().replace(/^type /, '')) ?? listDeclaredNames(path);
    const known = sections.get(section) ?? new Set();
    sections.set(section, new Set([...known, ...found.filter((name) => name !== '')]));
  }
  return [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([section, names]) =>
        `${section}\n${[...names]
          .sort()
          .map((name) => `  ${name}\n`)
          .join('')}`,
    )
    .join('\n');
};

describe('the exports of the core', () => {
  it('are the ones in this list, by section', async () => {
    await expect(exportsOf('./index.ts')).toMatchFileSnapshot('./__golden__/exports.txt');
  });
});
