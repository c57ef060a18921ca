import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

it('the echo server can be used in a test of eight lines', async () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const example = join(root, 'examples', 'echo-in-a-test');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', example, '--no-color']);
  expect(stdout).toMatch(/1 passed/);
});
