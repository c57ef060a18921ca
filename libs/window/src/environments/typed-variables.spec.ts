import { expect, it } from 'vitest';

import { blankRow } from './environment-rows.js';
import { createTypedVariables } from './typed-variables.js';

const pair = (name: string, value: string) => ({ ...blankRow, name, value });
const storedRows = [pair('a', '1')];

/** The tab's storage in the browser, which outlives the page. */
const storage = (text: string | null = null) => {
  const kept = { text };
  return {
    kept,
    read: () => kept.text,
    write: (next: string) => {
      kept.text = next;
    },
  };
};

it('unsaved rows survive a reload, over the stored ones', () => {
  const session = storage();
  createTypedVariables(session).put('env_0', storedRows, [pair('a', '2'), pair('', 'no name yet')]);
  const again = createTypedVariables(session);
  expect(again.rows('env_0', [pair('a', '1'), pair('b', '9')])).toEqual([
    pair('a', '2'),
    pair('', 'no name yet'),
    pair('b', '9'),
  ]);
  expect(again.rows('env_1', storedRows)).toBe(storedRows);
});

it('rows equal to the stored ones are not kept', () => {
  const session = storage();
  const typed = createTypedVariables(session);
  typed.put('env_0', storedRows, [pair('a', '2')]);
  typed.put('env_0', [pair('a', '2')], [pair('a', '2')]);
  expect(session.kept.text).toBe('{}');
});

it.each(['no JSON', 'null', '[]', '{"env_0":1}', '{"env_0":{"before":[],"rows":[null]}}'])(
  'nothing was typed if %s is stored',
  (text) => {
    expect(createTypedVariables(storage(text)).rows('env_0', storedRows)).toBe(storedRows);
  },
);

it('rows stay in the page when the storage is full', () => {
  const typed = createTypedVariables({
    read: () => null,
    write: () => {
      throw new Error('full');
    },
  });
  typed.put('env_0', storedRows, [pair('a', '2')]);
  expect(typed.rows('env_0', storedRows)).toEqual([pair('a', '2')]);
});

it('a typed secret value is not written to the storage', () => {
  const session = storage();
  const typed = createTypedVariables(session);
  const secret = { ...pair('key', 's3cret'), secret: true };
  typed.put('env_0', storedRows, [...storedRows, secret]);
  expect(session.kept.text).not.toContain('s3cret');
  expect(typed.rows('env_0', storedRows)).toContainEqual(secret);
});
