import { expect, it } from 'vitest';

import { isProductionName } from './environment.js';

it.each([
  ['Production', true],
  ['prod ü', true],
  ['EU_PROD2', true],
  ['Live', true],
  ['Producción', true],
  ['Products', false],
  ['Delivery', false],
  ['Staging', false],
])(
  'whether %s names an environment for production is %s',
  { tags: 'import:production' },
  (name, expected) => {
    expect(isProductionName(name)).toBe(expected);
  },
);
