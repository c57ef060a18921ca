import { join } from 'node:path';

import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const eslint = new ESLint({ cwd: root });

/** Lists the names in `code` that lint reports. */
const listReportedNames = async (code: string): Promise<readonly string[]> => {
  const [result] = await eslint.lintText(code, { filePath: join(root, 'libs/core/src/codec/own.ts') });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'tandem/names')
    .map(({ message }) => message.split(' ')[0] ?? '');
};

it.each([
  ['a function that is a participle', 'export const written = (text: string) => text;', ['written']],
  ['a function that begins with a participle', 'export function hiddenText() { return 1; }', ['hiddenText']],
  ['a value that is a participle', 'export const sending = 1;', ['sending']],
  ['a type that is a participle', 'export interface Begun { readonly at: number }', ['Begun']],
  ['a value with a participle and its noun', 'export const writtenFile = 1;', []],
  ['a verb', 'export const writeFile = (text: string) => text;', []],
  ['a noun that only ends like a participle', 'export const binding = 1;', []],
  ['a component of React', 'export const PendingWrites = () => null;', []],
  [
    'a name inside a function',
    'export const f = () => { const read = 1, written = 2; return read + written; };',
    [],
  ],
])('the lint rule on names reports %s', async (_, code, reported) => {
  expect(await listReportedNames(code)).toEqual(reported);
});
