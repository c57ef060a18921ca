import { expect, it } from 'vitest';

import { variableChange, withStored } from './variable-rows.js';

const pair = (name: string, value: string) => ({ name, value, enabled: true });

it.each([
  [[pair('a', '1')], undefined],
  [[pair('a', '2')], { variables: { a: '2' } }],
  [[pair('b', '1')], { variables: { b: '1' }, removeVariables: ['a'] }],
  [[pair('a', '1'), pair('', 'not yet')], undefined],
  [[], { removeVariables: ['a'] }],
])('what makes a=1 into %j', (rows, change) => {
  expect(variableChange([pair('a', '1')], rows)).toEqual(change);
});

it('keeps what is typed when another row is stored, and follows what is not touched', () => {
  const before = [pair('a', '1'), pair('b', '1')];
  const typed = [pair('a', '1'), pair('b', '1'), pair('ne', '')];
  expect(withStored(typed, before, [pair('a', '2'), pair('c', '3')])).toEqual([
    pair('a', '2'),
    pair('ne', ''),
    pair('c', '3'),
  ]);
});
