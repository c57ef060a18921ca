import { describe, expect, it } from 'vitest';

import {
  describe as describeError,
  getErrorDetails,
  getErrorHint,
  createInvalidInput,
  createCursorError,
} from './errors.js';

describe('an error about one argument', () => {
  it('says which value was expected and received, and adds advice', () => {
    expect(createCursorError('x'.repeat(200))).toEqual({
      kind: 'invalid-input',
      issues: [
        {
          path: 'cursor',
          expected: 'the nextCursor of this list',
          got: `"${'x'.repeat(76)}...`,
          message: 'cursor is not a cursor of this list; omit it to start from the beginning',
        },
      ],
    });
  });

  it('ends with a full stop', () => {
    const issue = { path: 'a', expected: 'b', got: '1' };
    const told = (message: string) =>
      describeError({ kind: 'invalid-input', issues: [{ ...issue, message }] });
    expect(told('a is wrong')).toBe('Invalid arguments: a is wrong.');
    expect(told('did you mean b?')).toBe('Invalid arguments: did you mean b?');
  });

  it('says that nothing was received for a missing argument', () => {
    const error = createInvalidInput('ids', 'or folder must be given', {
      expected: 'ids or folder',
      got: undefined,
    });
    expect(error).toMatchObject({ issues: [{ got: 'nothing' }] });
  });
});

describe('the message of a storage failure', () => {
  const failed = {
    kind: 'storage-failed',
    doing: 'creating a request',
    cause: new Error('at /secret'),
  } as const;

  it('names the cause, the file and the remedy', { tags: 'storage:reason' }, () => {
    const error = { ...failed, reason: 'busy', file: '/data/t.sqlite' } as const;
    expect(describeError(error)).toBe(
      'Storage failed while creating a request: /data/t.sqlite is busy because another program has locked it.',
    );
    expect(getErrorHint(error)).toMatch(/^Try again\./);
    expect(getErrorDetails(error)).toEqual({ reason: 'busy', file: '/data/t.sqlite' });
  });

  it('does not mention an unknown cause', { tags: 'storage:reason' }, () => {
    const error = { ...failed, reason: 'other' } as const;
    expect(describeError(error)).toBe('Storage failed while creating a request.');
    expect(getErrorDetails(error)).toEqual({ reason: 'other' });
  });
});

it.each([
  ['nobody', 'Nothing was sent, because nobody could be asked for Token, User.'],
  ['denied', 'Nothing was sent, because nobody filled in Token, User.'],
  ['late', 'Nothing was sent, because nobody filled in Token, User in time.'],
  ['ended', 'Nothing was sent, because the call ended before anybody filled in Token, User.'],
] as const)('prompts without an answer (%s) are named', (why, message) => {
  expect(describeError({ kind: 'prompt-needed', labels: ['Token', 'User'], why })).toBe(message);
});
