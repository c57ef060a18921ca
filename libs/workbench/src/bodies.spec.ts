import { defaultBodiesInFlight } from '@tandem/execution';
import { describe, expect, it } from 'vitest';

import { readBodyBudget } from './bodies.js';

describe('the budget of bodies in flight', { tags: ['send:in-flight'] }, () => {
  it.each([
    [{}, defaultBodiesInFlight],
    [{ TANDEM_BODIES_IN_FLIGHT_BYTES: '' }, defaultBodiesInFlight],
    [{ TANDEM_BODIES_IN_FLIGHT_BYTES: '1048576' }, 1_048_576],
  ])('with %j is %d bytes', (env, limit) => {
    expect(readBodyBudget(env).limit).toBe(limit);
  });

  it.each(['1048575', '-1', '256MiB', '1e9'])('rejects %s', (value) => {
    expect(() => readBodyBudget({ TANDEM_BODIES_IN_FLIGHT_BYTES: value })).toThrow(
      `TANDEM_BODIES_IN_FLIGHT_BYTES=${value} is invalid; it takes a whole number from 1048576`,
    );
  });
});
