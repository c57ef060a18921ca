import { RpcRefusal } from '@tandem/rpc/client';
import { expect, it } from 'vitest';

import { describeProblem } from './problem-words.js';

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
