import { join } from 'node:path';

import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const eslint = new ESLint({ cwd: root });

/** Counts the lookups in `code` that lint reports. */
const countReportedLookups = async (code: string): Promise<number> => {
  const [result] = await eslint.lintText(code, { filePath: join(root, 'libs/core/src/codec/own.ts') });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === 'tandem/own-lookups').length;
};

const table = 'const table: Readonly<Record<string, number>> = { a: 1 };\n';

it.each([
  ['a key that may be any text', 'export const of = (key: string) => table[key];', 1],
  ['a key behind an optional chain', 'export const of = (key: string) => table?.[key];', 1],
  [
    'a key after a check of another key',
    'export const of = (a: string, b: string) => (Object.hasOwn(table, a) ? table[b] : 0);',
    1,
  ],
  [
    'a key that is checked',
    'export const of = (key: string) => (Object.hasOwn(table, key) ? table[key] : 0);',
    0,
  ],
  ['a key of a choice', "export const of = (key: 'a' | 'b') => table[key];", 0],
  ['a key with a fixed prefix', 'export const of = (key: string) => table[`TANDEM_${key}`];', 0],
  ['an index of a list', 'export const of = (list: readonly number[], at: number) => list[at];', 0],
])('the lint rule counts a lookup by %s', { tags: 'folder:invalid:one' }, async (_, code, count) => {
  expect(await countReportedLookups(table + code)).toBe(count);
});
