import { describe, expect, it } from 'vitest';

import { Refusal, toRefusal } from './refusal.js';

const catchError = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('an error', () => {
  it('is reported unchanged if it is a refusal', () => {
    const refusal = new Refusal(415, 'No.');
    expect(toRefusal(refusal)).toBe(refusal);
  });

  it('is reported as 413 if the echo would exceed the maximum string length', () => {
    expect(toRefusal(catchError(() => 'x'.padEnd(2 ** 30))).status).toBe(413);
    expect(toRefusal(catchError(() => Buffer.alloc(2 ** 29).toString('latin1'))).status).toBe(413);
  });

  it('is otherwise reported as a bug of the server', () => {
    expect(toRefusal(new RangeError('another')).status).toBe(500);
    expect(toRefusal(undefined).status).toBe(500);
  });
});
