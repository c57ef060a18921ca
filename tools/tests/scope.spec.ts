import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { root } from '../launch/say.mjs';
import { everydayPages, isEveryday, namedFiles, testFiles } from './scope.mjs';

/** An example test for projects of users. A test of echo-server runs it. */
const example = 'examples/echo-in-a-test/echo.spec.ts';

const allFiles = ['apps', 'examples', 'libs', 'tools']
  .flatMap((name) => testFiles(join(root, name)))
  .filter((file) => file !== example)
  .sort();

/** The test files that vitest finds in a scope. */
const listTestFiles = async (scope: string): Promise<readonly string[]> => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
    cwd: root,
    env: { ...process.env, TANDEM_TEST_SCOPE: scope },
  });
  const files = JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly { file: string }[];
  return files.map(({ file }) => file.slice(root.length + 1).replaceAll('\\', '/')).sort();
};

it('`npm test` and `npm run test:all -- --rest` together run every test file once', async () => {
  const [everyday = [], rest = []] = await Promise.all(['everyday', 'rest'].map(listTestFiles));
  expect([...everyday, ...rest].sort()).toEqual(allFiles);
  expect(everyday.every(isEveryday)).toBe(true);
});

it('every file named for `npm run test:all` and every page test of `npm test` exists', () => {
  expect(namedFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(everydayPages).toHaveLength(7);
});
