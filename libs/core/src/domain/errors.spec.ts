import { describe, expect, it } from 'vitest';

import { invalidInput, notACursor } from './errors.js';

describe('an error about one argument', () => {
  it('says what was expected and what came, and gives its advice in the message', () => {
    expect(notACursor('x'.repeat(200))).toEqual({
      kind: 'invalid-input',
      issues: [
        {
          path: 'cursor',
          expected: 'the nextCursor of this list',
          got: `"${'x'.repeat(76)}...`,
          message: 'cursor is not a cursor of this list; leave it out to begin anew',
        },
      ],
    });
  });

  it('says so when nothing came', () => {
    const error = invalidInput('ids', 'or folder must be given', {
      expected: 'ids or folder',
      got: undefined,
    });
    expect(error).toMatchObject({ issues: [{ got: 'nothing' }] });
  });
});
