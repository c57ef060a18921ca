import { describe, expect, it } from 'vitest';

import { secretsFromEnvironment } from './given-secrets.js';

const env = { TANDEM_SECRET_api_key: 'as it is', TANDEM_SECRET_API_KEY: 'in capitals', API_KEY: 'another' };

describe('the value of a secret from the process environment', () => {
  it.each([
    ['api_key', 'as it is'],
    ['API_KEY', 'in capitals'],
    ['api-key', 'in capitals'],
    ['Api.Key', 'in capitals'],
    ['KEY', undefined],
  ])('of %s is %s', (name, value) => {
    expect(secretsFromEnvironment(env)(name)).toBe(value);
  });
});
