import { expect, it } from 'vitest';

import { describeEndedQuestion } from './use-approvals.js';

it.each([
  ['answered', 'The question of claude was answered in another window.'],
  ['late', 'Nobody answered claude in time, so nothing was sent.'],
  ['ended', 'claude gave up, so nothing was sent.'],
  [undefined, 'Tandem was restarted, so the request of claude was not sent.'],
] as const)('a question with the outcome %s is explained', (how, words) => {
  expect(describeEndedQuestion({ by: 'claude', kind: 'mcp' }, how)).toBe(words);
});

it("a question about the person's own request causes no message", () => {
  expect(describeEndedQuestion({ by: 'window', kind: 'window' }, 'ended')).toBe(undefined);
});
