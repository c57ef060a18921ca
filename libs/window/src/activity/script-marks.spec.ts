import { expect, it } from 'vitest';

import { describeMark, type MarkedEnvironment, updateMarks } from './script-marks.js';

const environment = (variables: Readonly<Record<string, string>>): MarkedEnvironment => ({
  id: 'env_1',
  variables: Object.entries(variables).map(([name, value]) => ({ name, value, enabled: true })),
});

const at = new Date(2026, 0, 1, 14, 3).getTime();
const scriptMarks = updateMarks(
  new Map(),
  environment({ token: 'old', host: 'h' }),
  environment({ token: 'new', host: 'h', extra: 'e' }),
  { at, request: 'Log in' },
);

it('a variable that a script set or created is marked with the request and the time', () => {
  expect(describeMark(scriptMarks, 'env_1', 'token')).toMatch(/^changed by the script of Log in, .*03/);
  expect(describeMark(scriptMarks, 'env_1', 'extra')).toMatch(/^changed by/);
  expect(describeMark(scriptMarks, 'env_1', 'host')).toBeUndefined();
  expect(describeMark(scriptMarks, 'env_2', 'token')).toBeUndefined();
});

it('the mark of a variable is removed when anyone else sets that variable, but not another variable', () => {
  const before = environment({ token: 'new', host: 'h' });
  const other = updateMarks(scriptMarks, before, environment({ token: 'new', host: 'i' }), undefined);
  expect(describeMark(other, 'env_1', 'token')).toBeDefined();
  const mine = updateMarks(scriptMarks, before, environment({ token: 'mine', host: 'h' }), undefined);
  expect(describeMark(mine, 'env_1', 'token')).toBeUndefined();
});

it('a script of an unknown request is called "a script"', () => {
  const marks = updateMarks(new Map(), environment({}), environment({ a: '1' }), { at, request: undefined });
  expect(describeMark(marks, 'env_1', 'a')).toMatch(/^changed by a script, /);
});
