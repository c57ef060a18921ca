import { expect, it } from 'vitest';

import { countFirstLoadBytes, listFirstLoadFiles } from '../../../tools/tests/first-load.mjs';

it('the page loads at most 260 KiB before first use', { tags: 'looks:first-load' }, () => {
  expect(countFirstLoadBytes()).toBeLessThanOrEqual(260 * 1024);
});

it('the page loads few files before first use, because each file costs a request', () => {
  expect(listFirstLoadFiles().length).toBeLessThanOrEqual(6);
});
