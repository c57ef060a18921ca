import { expect, it } from 'vitest';

import { firstLoadBytes } from '../../../tools/e2e/first-load.mjs';

it('loads at most 260 KiB before it is used', { tags: 'looks:first-load' }, () => {
  expect(firstLoadBytes()).toBeLessThanOrEqual(260 * 1024);
});
