import { describe, expect, it } from 'vitest';

import { findTokenAt, listVariableOffers } from './variable-help.js';

const names = {
  environment: { id: 'env_1', name: 'Local' },
  variables: [
    { name: 'host', value: 'http://a.test', enabled: true },
    { name: 'off', value: 'x', enabled: false },
  ],
  secrets: [{ name: 'token', hasValue: true, enabled: true }],
  builtIns: { echo_base_url: 'http://127.0.0.1:1' },
};

describe('the variable reference that is being typed', () => {
  it.each([
    ['{{|', { from: 0, to: 2, typed: '' }],
    ['a{{ho|/x', { from: 1, to: 5, typed: 'ho' }],
    ['{{ho|st}}/x', { from: 0, to: 8, typed: 'ho' }],
    ['{{host}}|', undefined],
    ['{|{', undefined],
    ['{{a\n|', undefined],
    ['{{a}} {{b|}}', { from: 6, to: 11, typed: 'b' }],
  ])('in %s is %j', (marked, expected) => {
    expect(findTokenAt(marked.replace('|', ''), marked.indexOf('|'))).toEqual(expected);
  });
});

describe('suggested variables', () => {
  it('have a value and a source, except that secrets have no value', () => {
    expect(listVariableOffers('', names).slice(0, 3)).toEqual([
      { name: 'host', value: 'http://a.test', source: 'Local' },
      { name: 'token', value: '••••••••', source: 'secret of Local' },
      { name: 'echo_base_url', value: 'http://127.0.0.1:1', source: 'built in' },
    ]);
  });

  it('contain the typed text, and variables that begin with it come first', () => {
    expect(
      listVariableOffers('O', names)
        .map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['host', 'token', 'echo_base_url']);
    expect(listVariableOffers('', names).every(({ name }) => !name.startsWith('$'))).toBe(true);
    expect(listVariableOffers('$', names).length).toBeGreaterThan(50);
    expect(listVariableOffers('$iso', names).map(({ name }) => name)).toEqual(['$isoTimestamp']);
    expect(listVariableOffers('t', names)[0]?.name).toBe('token');
    expect(listVariableOffers('off', names)).toEqual([]);
  });
});
