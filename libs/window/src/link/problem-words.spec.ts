import { RpcRefusal } from '@tandem/rpc/client';
import { expect, it } from 'vitest';

import { describeProblem, getAdvice } from './problem-words.js';

const createStorageRefusal = (details: unknown, hint?: string) =>
  new RpcRefusal({
    code: 'STORAGE_FAILED',
    message: 'Storage failed.',
    details,
    ...(hint === undefined ? {} : { hint }),
  });

it.each([
  [createStorageRefusal({ reason: 'full' }, 'For agents.'), /^Storage failed\. Free space/],
  [createStorageRefusal({ reason: 'busy' }), /Try again/],
  [createStorageRefusal({ reason: 'damaged' }), /--recover backup/],
  [createStorageRefusal({ reason: 'read-only' }), /writable/],
  [createStorageRefusal({ reason: 'gone' }), /Put the data folder back/],
  [createStorageRefusal({ reason: 'unreadable-row' }, 'Delete it with rest_delete.'), /Delete it, or/],
  [createStorageRefusal({ reason: 'other' }), /log/],
  [createStorageRefusal({ reason: 'constructor' }, 'As it says.'), /^Storage failed\. As it says\.$/],
  [
    new RpcRefusal({ code: 'NOT_FOUND', message: 'There is none.', hint: 'Use rest_list.' }),
    /^There is none\.$/,
  ],
  [new Error('The link is cut.'), /^The link is cut\.$/],
  ['text', /^text$/],
])('the error %s is described in words', { tags: 'storage:reason' }, (error, words) => {
  expect(describeProblem(error)).toMatch(words);
});

it.each([
  ['NOT_FOUND', 'Use folders_list to find ids and paths.', undefined],
  ['PROMPT_NEEDED', 'Or pass the values in variables.', 'Send it again, and fill in the form.'],
  ['PROMPT_NEEDED', undefined, undefined],
  ['FOLDER_CHANGED', 'Synchronize again.', 'Synchronize again.'],
  ['WORKSPACE_AMBIGUOUS', 'Pass one of the ids in details.', undefined],
])('the advice about %s is for a person, not the hint for agents %j', (code, hint, advice) => {
  const refusal = { code, message: 'Refused.', ...(hint === undefined ? {} : { hint }) };
  expect(getAdvice(new RpcRefusal(refusal))).toBe(advice);
});
