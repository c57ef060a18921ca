import { describe, expect, it } from 'vitest';

import {
  areRowsStored,
  blankRow,
  toEditedRows,
  type EnvironmentRow,
  isShortRow,
  listEnvironmentRows,
  mergeStoredRows,
  findTypeProblem,
  parseEnvironmentRows,
  formatEnvironmentRows,
  createTypedVariables,
} from './environment-rows.js';

const variable = (name: string, value = '', enabled = true): EnvironmentRow => ({
  ...blankRow,
  name,
  value,
  enabled,
});
const secret = (name: string, value = '', was = name): EnvironmentRow => ({
  ...blankRow,
  name,
  value,
  was,
  secret: true,
  hasValue: was !== '',
});

describe('the rows of an environment', () => {
  it('are the variables, then the secrets without their values', () => {
    const rows = listEnvironmentRows({
      variables: [{ name: 'a', value: '1', enabled: false }],
      secrets: [{ name: 'k', hasValue: true, enabled: true }],
    });
    expect(rows).toEqual([variable('a', '1', false), secret('k')]);
  });
});

describe('the stored rows', () => {
  it('keep the value of a secret for which no value is typed, even if the secret is renamed', () => {
    expect(
      toEditedRows([variable('a', '1'), secret('k'), secret('new name', '', 'k'), secret('n', 'x')]),
    ).toEqual([
      { name: 'a', value: '1', enabled: true },
      { name: 'k', enabled: true, secret: true, was: 'k' },
      { name: 'new name', enabled: true, secret: true, was: 'k' },
      { name: 'n', enabled: true, secret: true, value: 'x' },
    ]);
  });

  it('do not include rows without a name', () => {
    expect(toEditedRows([variable(' ', 'typed')])).toEqual([]);
  });

  it('count as unchanged if a secret was only moved among the variables', () => {
    const stored = [variable('a', '1'), secret('k')];
    expect(areRowsStored([secret('k'), variable('a', '1'), blankRow], stored)).toBe(true);
    expect(areRowsStored([variable('a', '2'), secret('k')], stored)).toBe(false);
    expect(areRowsStored([variable('a', '1'), secret('k', 'typed')], stored)).toBe(false);
  });
});

describe('rows that are merged with stored values', () => {
  const before = [variable('a', '1'), variable('b', '1')];

  it('keep edits, and otherwise follow the stored values', () => {
    const typed = [variable('a', 'mine'), variable('b', '1'), variable('', 'no name yet')];
    const stored = [variable('a', '2'), variable('b', '2'), variable('c', '2')];
    expect(mergeStoredRows(typed, before, stored)).toEqual([
      variable('a', 'mine'),
      variable('b', '2'),
      variable('', 'no name yet'),
      variable('c', '2'),
    ]);
  });

  it('disappear if their stored variable was deleted, and do not reappear if a person removed them', () => {
    expect(mergeStoredRows([variable('a', '1')], before, [variable('b', '1')])).toEqual([]);
  });

  it('are distinguished by position if they have the same name', () => {
    const twice = [variable('a', '1'), variable('a', '2')];
    expect(mergeStoredRows(twice, twice, [variable('a', '1'), variable('a', '3')])).toEqual([
      variable('a', '1'),
      variable('a', '3'),
    ]);
  });
});

it.each([
  ['a typed secret of 3 characters', secret('k', '123'), [], true],
  ['a typed secret of 4 characters', secret('k', '1234'), ['k'], false],
  ['spaces', secret('k', '   '), ['k'], false],
  ['a stored secret that is short', { ...secret('k', ''), was: 'k', hasValue: true }, ['k'], true],
  ['a stored secret that is long', { ...secret('k', ''), was: 'k', hasValue: true }, ['other'], false],
  ['a variable', variable('k', '1'), ['k'], false],
] as const)('%s is too short to be redacted: %s', (_, row, short, isShort) => {
  expect(isShortRow(row, short)).toBe(isShort);
});

describe('the type of a variable', () => {
  const typed = [{ ...blankRow, name: 'n', value: '7', type: 'number' as const }];

  it('is shown in its row and stored with it', { tags: 'variables:types' }, () => {
    const rows = listEnvironmentRows({
      variables: [{ name: 'n', value: '7', enabled: true, type: 'number' }],
      secrets: [],
    });
    expect(rows).toEqual(typed);
    expect(toEditedRows(rows)).toEqual([{ name: 'n', value: '7', enabled: true, type: 'number' }]);
    expect(areRowsStored([{ ...blankRow, name: 'n', value: '7' }], rows)).toBe(false);
  });
});

it.each([
  ['number', '7', undefined],
  ['number', '{{other}}', undefined],
  ['number', 'seven', 'Not a number such as 1.5: scripts get text'],
  ['boolean', 'yes', 'Not true or false: scripts get text'],
  ['object', '[1]', undefined],
  ['object', '{a}', 'Not JSON of an object or a list: scripts get text'],
  ['null', 'null', undefined],
  ['null', '1', 'Not null: scripts get null'],
] as const)('the value of a %s that is %s has the problem %s', (type, value, problem) => {
  expect(findTypeProblem({ ...blankRow, name: 'n', value, type })).toBe(problem);
});

const row = (name: string, value: string, enabled = true): EnvironmentRow => ({
  ...blankRow,
  name,
  value,
  enabled,
});

it('environment variables are the same after conversion to text and back', () => {
  const rows = [
    row('host', 'http://h/?a=b'),
    row('off', '1', false),
    row('empty', ''),
    row('lines', 'one\ntwo "three"'),
    row('spaces', ' padded '),
    row('quoted', '"as it is"'),
  ];
  expect(formatEnvironmentRows(rows)).toBe(
    [
      'host=http://h/?a=b',
      '# off=1',
      'empty=',
      'lines="one\\ntwo \\"three\\""',
      'spaces=" padded "',
      'quoted="\\"as it is\\""',
    ].join('\n'),
  );
  expect(parseEnvironmentRows(formatEnvironmentRows(rows))).toEqual(rows);
});

it('the text of an environment does not contain secrets', () => {
  expect(formatEnvironmentRows([{ ...row('key', 'typed'), secret: true }, row('a', '1')])).toBe('a=1');
});

it.each([
  ['name', [row('name', '')]],
  [' a = 1 \r\n\r\n//b=2', [row('a', '1'), row('b', '2', false)]],
  ['a="unfinished', [row('a', '"unfinished')]],
  ['=1', []],
])('the text of an environment is read: %j', (text, rows) => {
  expect(parseEnvironmentRows(text)).toEqual(rows);
});

const pair = (name: string, value: string) => ({ ...blankRow, name, value });
const storedRows = [pair('a', '1')];

/** A fake of the browser's storage for this tab, which survives a reload of the page. */
const storage = (text: string | null = null) => {
  const storage = { text };
  return {
    storage,
    read: () => storage.text,
    write: (next: string) => {
      storage.text = next;
    },
  };
};

it('unsaved rows survive a reload and are merged with the stored rows', () => {
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

it('unsaved rows are dropped once they equal the stored rows', () => {
  const session = storage();
  const typed = createTypedVariables(session);
  typed.put('env_0', storedRows, [pair('a', '2')]);
  typed.put('env_0', [pair('a', '2')], [pair('a', '2')]);
  expect(session.storage.text).toBe('{}');
});

it.each(['no JSON', 'null', '[]', '{"env_0":1}', '{"env_0":{"before":[],"rows":[null]}}'])(
  "no unsaved rows are read if %s is in the browser's storage",
  (text) => {
    expect(createTypedVariables(storage(text)).rows('env_0', storedRows)).toBe(storedRows);
  },
);

it("unsaved rows stay in the page if the browser's storage is full", () => {
  const typed = createTypedVariables({
    read: () => null,
    write: () => {
      throw new Error('full');
    },
  });
  typed.put('env_0', storedRows, [pair('a', '2')]);
  expect(typed.rows('env_0', storedRows)).toEqual([pair('a', '2')]);
});

it("a typed value of a secret is not written to the browser's storage", () => {
  const session = storage();
  const typed = createTypedVariables(session);
  const secret = { ...pair('key', 's3cret'), secret: true };
  typed.put('env_0', storedRows, [...storedRows, secret]);
  expect(session.storage.text).not.toContain('s3cret');
  expect(typed.rows('env_0', storedRows)).toContainEqual(secret);
});
