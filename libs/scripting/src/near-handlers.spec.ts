import { describe, expect, it } from 'vitest';

import type { GuestAnswer } from './messages.js';
import { reportSimilarHandlers } from './handler-answers.js';

const answerWith = (...names: readonly string[]): GuestAnswer => ({
  present: false,
  error: null,
  result: null,
  logs: [],
  changes: [],
  tests: [],
  readings: [],
  absent: [],
  diagnostics: names.map((message) => ({ code: 'HANDLER_UNKNOWN', message, where: 'script' })),
});

describe('an exported function', { tags: 'script:handler:near' }, () => {
  it.each([
    ['const a = 1;\nexport function onTests() {}', 'onTests', 'onTest', 'script:2:17'],
    ['  export const onrequest = () => 1;', 'onrequest', 'onRequest', 'script:1:16'],
    ['const f = () => 1;\nexport { f,\n  f as on_response };', 'on_response', 'onResponse', 'script:3:8'],
    ['export async function onReponse() {}', 'onReponse', 'onResponse', 'script:1:23'],
  ])("with a name similar to a handler's is reported with its location: %j", (script, name, near, where) => {
    expect(reportSimilarHandlers([{ name: null, text: script }], answerWith(name)).diagnostics).toEqual([
      {
        code: 'HANDLER_UNKNOWN',
        message: `${name} is exported but never called. Did you mean ${near}?`,
        where,
      },
    ]);
  });

  it('with another name is not reported', () => {
    expect(reportSimilarHandlers([], answerWith('sign', 'buildHeaders', 'test')).diagnostics).toEqual([]);
  });
});
