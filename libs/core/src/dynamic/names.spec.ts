import { expect, it } from 'vitest';

import { dynamicNames, createDynamicVariables } from './index.js';

it('the names of dynamic variables are exactly those that have a value', () => {
  const values = createDynamicVariables({ now: () => 0, uuid: () => '', random: () => 0 });
  expect(dynamicNames).toEqual(Object.keys(values));
});
