import { describe, expect, it } from 'vitest';

import { findFreeSecretName, isLiteral } from './secret-field.js';

const nothing = { variables: [], secrets: [], builtIns: {} };
const pair = (name: string) => ({ name, value: '', enabled: false });

describe('the suggested name of a new secret', () => {
  it('says what the secret contains', () => {
    expect(findFreeSecretName('client secret', nothing)).toBe('client_secret');
    expect(findFreeSecretName('API key', nothing)).toBe('api_key');
  });

  it('is not an existing name, even if only a disabled variable has that name', () => {
    const secrets = [{ name: 'password_2', enabled: false, hasValue: true }];
    const names = { ...nothing, variables: [pair('password')], secrets };
    expect(findFreeSecretName('password', names)).toBe('password_3');
    expect(findFreeSecretName('password', { ...nothing, builtIns: { password: '' } })).toBe('password_2');
  });
});

it.each([
  ['', false],
  [' ', false],
  ['hunter2', true],
  ['{{password}}', false],
  ['Basic {{password}}', false],
  ['{{pass', false],
])('%j is a literal value: %s', (text, expected) => {
  expect(isLiteral(text)).toBe(expected);
});
