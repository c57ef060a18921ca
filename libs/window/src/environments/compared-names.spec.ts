import type { EnvironmentView } from '@tandem/core';
import { expect, it } from 'vitest';

import { compareEnvironments } from './compared-names.js';

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

const emptySide = { side: 'missing' };
const value = (text: string) => ({ side: { value: text } });

it('two environments are compared by their effective values', () => {
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
  expect(compareEnvironments(left, right, [])).toEqual([
    { name: 'a', isSecret: false, left: value('1'), right: value('1'), isDifferent: false },
    { name: 'b', isSecret: false, left: value('1'), right: emptySide, isDifferent: true },
    { name: 'c', isSecret: false, left: emptySide, right: value('3'), isDifferent: true },
    { name: 'key', isSecret: true, left: { side: 'set' }, right: { side: 'unset' }, isDifferent: true },
  ]);
});

it('two environments differ in a secret whose values differ, which are not shown', () => {
  const secrets = view([], [['key', true]]);
  expect(compareEnvironments(secrets, secrets, ['key'])).toEqual([
    { name: 'key', isSecret: true, left: { side: 'set' }, right: { side: 'differs' }, isDifferent: true },
  ]);
});

it('two environments differ in a variable of another type', () => {
  const left = view([['n', '7']]);
  const right: EnvironmentView = {
    ...left,
    variables: [{ name: 'n', value: '7', enabled: true, type: 'number' }],
  };
  expect(compareEnvironments(left, right, [])).toMatchObject([
    { isDifferent: true, right: { type: 'number' } },
  ]);
});
