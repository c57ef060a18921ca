import { describe, expect, it } from 'vitest';

import { Refusal, toRefusal } from './refusal.js';

const catchError = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the answer to an error', () => {
  it('reports a refusal unchanged', () => {
    const refusal = new Refusal(415, 'No.');
    expect(toRefusal(refusal)).toBe(refusal);
  });

  it('has the status 413 if the echo would exceed the maximum string length', () => {
    expect(toRefusal(catchError(() => 'x'.padEnd(2 ** 30))).status).toBe(413);
    expect(toRefusal(catchError(() => Buffer.alloc(2 ** 29).toString('latin1'))).status).toBe(413);
  });

  it('reports any other error as a bug of the server', () => {
    expect(toRefusal(new RangeError('another')).status).toBe(500);
    expect(toRefusal(undefined).status).toBe(500);
  });
});
