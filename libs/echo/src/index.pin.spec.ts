import { expect, it } from 'vitest';

import * as surface from './index.js';

it('the echo library exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'createEchoApp',
    'defaultEchoOptions',
    'source',
    'startEchoServer',
  ]);
});
