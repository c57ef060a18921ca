import type { EnvironmentView } from '@tandem/core';
import { expect, it } from 'vitest';

import { compareEnvironments } from './compare-environments.js';

const view = (
  variables: readonly (readonly [string, string, boolean?])[],
  secrets: readonly (readonly [string, boolean])[] = [],
): EnvironmentView => ({
  id: 'env_0' as EnvironmentView['id'],
  name: 'E',
  color: '',
  description: '',
  extends: '',
  active: false,
  variables: variables.map(([name, value, enabled = true]) => ({ name, value, enabled })),
  secrets: secrets.map(([name, hasValue]) => ({ name, hasValue, enabled: true })),
  revision: 1,
  createdAt: '',
  updatedAt: '',
});

it('two environments are compared by the values that count', () => {
  const left = view(
    [
      ['b', '1'],
      ['a', '1'],
      ['a', 'repeated'],
      ['off', '1', false],
    ],
    [['key', true]],
  );
  const right = view(
    [
      ['a', '1'],
      ['c', '3'],
    ],
    [['key', false]],
  );
  expect(compareEnvironments(left, right)).toEqual([
    { name: 'a', isSecret: false, left: '1', right: '1', isDifferent: false },
    { name: 'b', isSecret: false, left: '1', right: undefined, isDifferent: true },
    { name: 'c', isSecret: false, left: undefined, right: '3', isDifferent: true },
    { name: 'key', isSecret: true, left: 'has a value', right: 'no value', isDifferent: true },
  ]);
});
