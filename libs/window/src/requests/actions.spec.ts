import { expect, it } from 'vitest';

import { describeCopiedCommand } from './actions.js';

const copiedCommand = { command: 'curl', problem: null, masked: [], unresolved: [], hasScript: false };

it.each([
  [{}, 'Copied as curl.'],
  [{ masked: ['A', 'B'] }, 'Copied as curl. Secrets are masked: {{A}}, {{B}}.'],
  [{ unresolved: ['x'], hasScript: true }, 'Copied as curl. Unresolved: {{x}}. The script is not included.'],
  [{ command: `curl --data-raw $'\\n'` }, 'Copied as curl. Paste it into bash or zsh.'],
])('the copy of a command with %j is announced as %s', (more, words) => {
  expect(describeCopiedCommand({ ...copiedCommand, ...more })).toBe(words);
});
