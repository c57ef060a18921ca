import { expect, it } from 'vitest';

import { toClientName } from './client-name.js';

it.each([
  [{ name: 'claude-code' }, { by: 'claude-code' }],
  [{ name: ' a\n b ' }, { by: 'a b' }],
  [{ name: 'x'.repeat(99) }, { by: 'x'.repeat(60) }],
  [{ name: 'Window' }, {}],
  [{ name: 7 }, {}],
  [undefined, {}],
])('a client that reports %j is recorded as %j', (client, expected) => {
  expect(toClientName(client)).toEqual(expected);
});
