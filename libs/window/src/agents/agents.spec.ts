import { expect, it } from 'vitest';

import { parseDiffLines, describeLastCall } from './agents.js';

it('the last call of an agent is described in words', { tags: 'window:connect' }, () => {
  const now = new Date(2026, 10, 25, 17, 0);
  const at = new Date(2026, 10, 25, 16, 5, 9).toISOString();
  const agent = { name: 'Cursor', version: '3', seenAt: at };
  const time = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  expect(describeLastCall({ ...agent, lastCall: null }, now)).toBe(
    `has not called a tool yet, last seen at ${time}`,
  );
  expect(describeLastCall({ ...agent, lastCall: { tool: 'rest_execute', at } }, now)).toBe(
    `called rest_execute at ${time}`,
  );
});

it(
  'the lines of a diff are marked, and the header of the diff is removed',
  { tags: 'window:connect' },
  () => {
    expect(parseDiffLines('--- a\n+++ a\n@@ -1,2 +1,2 @@\n {\n-  x\n+  --- y\n')).toEqual([
      { text: ' {', mark: 'same' },
      { text: '-  x', mark: 'removed' },
      { text: '+  --- y', mark: 'added' },
    ]);
  },
);
