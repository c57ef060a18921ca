import { describe, expect, it } from 'vitest';

import { tokenAt, variableOffers } from './variable-help.js';

const names = {
  environment: { id: 'env_1', name: 'Local' },
  variables: [
    { name: 'host', value: 'http://a.test', enabled: true },
    { name: 'off', value: 'x', enabled: false },
  ],
  secrets: [{ name: 'token', hasValue: true, enabled: true }],
  builtIns: { echo_base_url: 'http://127.0.0.1:1' },
};

describe('a token that is typed', () => {
  it.each([
    ['{{|', { from: 0, to: 2, typed: '' }],
    ['a{{ho|/x', { from: 1, to: 5, typed: 'ho' }],
    ['{{ho|st}}/x', { from: 0, to: 8, typed: 'ho' }],
    ['{{host}}|', undefined],
    ['{|{', undefined],
    ['{{a\n|', undefined],
    ['{{a}} {{b|}}', { from: 6, to: 11, typed: 'b' }],
  ])('of %s is %j', (marked, expected) => {
    expect(tokenAt(marked.replace('|', ''), marked.indexOf('|'))).toEqual(expected);
  });
});

describe('variables that are offered', () => {
  it('a suggested variable has a value and a source; a secret shows no value', () => {
    expect(variableOffers('', names).slice(0, 3)).toEqual([
      { name: 'host', value: 'http://a.test', source: 'Local' },
      { name: 'token', value: '••••••••', source: 'secret of Local' },
      { name: 'echo_base_url', value: 'http://127.0.0.1:1', source: 'built in' },
    ]);
  });

  it('suggestions contain the typed text, those that start with it first', () => {
    expect(
      variableOffers('O', names)
        .map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['host', 'token', 'echo_base_url']);
    expect(variableOffers('', names).every(({ name }) => !name.startsWith('$'))).toBe(true);
    expect(variableOffers('$', names).length).toBeGreaterThan(50);
    expect(variableOffers('$iso', names).map(({ name }) => name)).toEqual(['$isoTimestamp']);
    expect(variableOffers('t', names)[0]?.name).toBe('token');
    expect(variableOffers('off', names)).toEqual([]);
  });
});
