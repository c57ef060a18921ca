import { describe, expect, it } from 'vitest';

import { describeScriptsAnswer, describeWithheldChange, type ScriptsAnswer } from './withheld-changes.js';

const answer = (more: Partial<ScriptsAnswer>): ScriptsAnswer =>
  ({
    error: null,
    postResponse: { success: true, error: null, result: null },
    tests: { error: null, results: [] },
    changes: [],
    logs: [],
    diagnostics: [],
    ...more,
  }) as unknown as ScriptsAnswer;

const result = (status: 'passed' | 'failed' | 'skipped') => ({
  name: 't',
  suite: [],
  status,
  durationMs: 0,
  error: null,
});

describe('the result of scripts on the last response', () => {
  it.each([
    ['no tests', answer({}), 'plain', 'No tests'],
    [
      'passed tests',
      answer({ tests: { error: null, results: [result('passed')] } }),
      'good',
      '1 test passed',
    ],
    [
      'a failed test',
      answer({ tests: { error: null, results: [result('failed'), result('passed'), result('skipped')] } }),
      'bad',
      '1 of 2 tests failed',
    ],
    [
      'a handler that failed',
      answer({
        postResponse: { success: false, error: { code: 'X', message: 'no', line: 3 }, result: null },
        tests: { error: null, results: [result('passed')] },
      }),
      'bad',
      'onResponse, line 3: no',
    ],
    [
      'a script of a folder that failed',
      answer({ tests: { error: { code: 'X', message: 'no', script: 'a/folder.js' }, results: [] } }),
      'bad',
      'a/folder.js: no',
    ],
  ] as const)('with %s is described in a sentence', (_, given, tone, sentence) => {
    expect(describeScriptsAnswer(given)).toEqual({ tone, sentence });
  });

  it.each([
    [{ kind: 'variable', name: 'a', removed: false, value: '1' }, 'Set the variable a'],
    [{ kind: 'secret', name: 'a', removed: true }, 'Remove the secret a'],
    [{ kind: 'retained', name: 'a', removed: false, value: '1' }, 'Set the variable in memory a'],
  ] as const)('names the change %o', (change, words) => {
    expect(describeWithheldChange(change)).toBe(words);
  });
});
