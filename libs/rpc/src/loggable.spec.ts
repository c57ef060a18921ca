import { createPlannedApplication } from '@tandem/application/testing';
import type { AppError, Secret } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { toLoggableError } from './loggable.js';

type Read = ReturnType<Awaited<ReturnType<typeof createPlannedApplication>>['application']['hiddenSecrets']>;

const knownSecrets: readonly Secret[] = [{ name: 'KEY', value: 'hunter-22' }];
const unreadable: AppError = { kind: 'storage-failed', doing: 'reading', reason: 'other', cause: 'disk' };

const toLoggable = async (error: unknown, read: Read = TE.right(knownSecrets)) => {
  const { application } = await createPlannedApplication();
  return toLoggableError({ ...application, hiddenSecrets: () => read }, error);
};

const error = Object.assign(new TypeError('no hunter-22'), { code: 'ODD', row: 'hunter-22' });
error.stack = 'at hunter-22';

describe('an error in the log', () => {
  it('has its class, code, message and stack, without secrets', async () => {
    expect(await toLoggable(error)).toEqual({
      type: 'TypeError',
      code: 'ODD',
      message: 'no ‹secret:KEY›',
      stack: 'at ‹secret:KEY›',
    });
  });

  it.each<[unknown, object]>([
    ['hunter-22 thrown', { type: 'string', message: '‹secret:KEY› thrown', stack: '' }],
    [undefined, { type: 'undefined', message: 'undefined', stack: '' }],
    [null, { type: 'object', message: 'null', stack: '' }],
    [
      { name: 1, code: 2, message: 3, stack: 4 },
      { type: 'object', message: '[object Object]', stack: '' },
    ],
  ])('can be anything that was thrown, such as %j', async (thrown, expected) => {
    expect(await toLoggable(thrown)).toEqual(expected);
  });

  it('has only its class and code if the secrets cannot be read', async () => {
    const brief = { type: 'TypeError', code: 'ODD' };
    expect(await toLoggable(error, TE.left(unreadable))).toEqual(brief);
    expect(await toLoggable(error, () => Promise.reject(new Error('no')))).toEqual(brief);
  });
});
