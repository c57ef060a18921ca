import { describe, expect, it } from 'vitest';

import { readProvidedSecrets } from './given-secrets.js';

const env = { TANDEM_SECRET_api_key: 'as it is', TANDEM_SECRET_API_KEY: 'in capitals', API_KEY: 'another' };

describe('the value of a secret from the process environment', () => {
  it.each([
    ['api_key', 'as it is'],
    ['API_KEY', 'in capitals'],
    ['api-key', 'in capitals'],
    ['Api.Key', 'in capitals'],
    ['KEY', undefined],
  ])('of %s is %s', (name, value) => {
    expect(readProvidedSecrets(env).valueOf(name)).toBe(value);
  });

  it(
    'can be looked up by the name of its variable, unless it is empty',
    { tags: ['secrets:given:hidden'] },
    () => {
      expect(readProvidedSecrets({ ...env, TANDEM_SECRET_EMPTY: '' }).all).toEqual([
        { name: 'api_key', value: 'as it is' },
        { name: 'API_KEY', value: 'in capitals' },
      ]);
    },
  );

  it.each([
    [[], []],
    [['API_KEY'], ['API_KEY', 'api-key']],
    [['api-key'], ['api-key']],
    [
      ['TOKEN', 'all'],
      ['API_KEY', 'api-key', 'all'],
    ],
  ])('with %j is allowed for %j', { tags: ['secrets:given:confirmed'] }, (allowed, names) => {
    const { isAllowed } = readProvidedSecrets(env, allowed);
    expect(['API_KEY', 'api-key', 'all'].filter(isAllowed)).toEqual(names);
  });
});
