import { RpcRefusal } from '@tandem/rpc/client';
import { expect, it } from 'vitest';

import { problemWords } from './problem-words.js';

const failed = (details: unknown, hint?: string) =>
  new RpcRefusal({
    code: 'STORAGE_FAILED',
    message: 'Storage failed.',
    details,
    ...(hint === undefined ? {} : { hint }),
  });

it.each([
  [failed({ reason: 'full' }, 'For agents.'), /^Storage failed\. Free space/],
  [failed({ reason: 'busy' }), /Try again/],
  [failed({ reason: 'damaged' }), /--recover backup/],
  [failed({ reason: 'read-only' }), /writable/],
  [failed({ reason: 'gone' }), /Put the data folder back/],
  [failed({ reason: 'unreadable-row' }, 'Delete it with rest_delete.'), /Delete it, or/],
  [failed({ reason: 'other' }), /log/],
  [failed({ reason: 'constructor' }, 'As it says.'), /^Storage failed\. As it says\.$/],
  [
    new RpcRefusal({ code: 'NOT_FOUND', message: 'There is none.', hint: 'Use rest_list.' }),
    /^There is none\.$/,
  ],
  [new Error('The link is cut.'), /^The link is cut\.$/],
  ['text', /^text$/],
])('%s is put into words', { tags: 'storage:reason' }, (error, words) => {
  expect(problemWords(error)).toMatch(words);
});
