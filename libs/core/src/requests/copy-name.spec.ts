import { expect, it } from 'vitest';

import { copyName } from './copy-name.js';

it.each([
  [['Dev'], 'Dev copy'],
  [['Dev', 'dev COPY'], 'Dev copy 2'],
  [['Dev', 'Dev copy', 'Dev copy 2'], 'Dev copy 3'],
])('a copy of Dev among %j is called %s', (taken, name) => {
  expect(copyName('Dev', taken)).toBe(name);
});
