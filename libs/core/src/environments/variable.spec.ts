import { describe, expect, it } from 'vitest';

import { parseJson } from '../codec/index.js';
import { applyChanges } from './environment.js';
import {
  findNearVariables,
  findVariableOfPath,
  findVariableText,
  toExactValue,
  toScriptValue,
  toTypedText,
  type TypedText,
} from './variable.js';

const variables: Readonly<Record<string, TypedText>> = {
  user: toTypedText(
    parseJson(
      '{"id": 12345678901234567890, "address": {"city": "Bonn"}, "want.attention": "yes", "roles": ["a", {"b": null}]}',
    ),
  ),
  list: toTypedText([[1, 2], 'x']),
  text: { value: '{"a": 1}' },
  laid: { value: '{\n  "out": [1.10]\n}\n', type: 'object' },
  'user.name': { value: 'dotted' },
};
const lookUp = (name: string): TypedText | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

describe('a variable', () => {
  it.each([
    ['text', { value: 'text' }],
    [false, { value: 'false', type: 'boolean' }],
    [0, { value: '0', type: 'number' }],
    [null, { value: 'null', type: 'null' }],
    [undefined, { value: 'null', type: 'null' }],
    [Number.NaN, { value: 'null', type: 'null' }],
    [['a', 1], { value: '["a",1]', type: 'object' }],
    [{ a: { b: true } }, { value: '{"a":{"b":true}}', type: 'object' }],
  ])('is stored as text with its type: %j', { tags: 'variables:types' }, (value, typed) => {
    expect(toTypedText(value)).toEqual(typed);
  });

  it(
    'keeps all digits of a number, which scripts receive as text if a double would lose digits',
    { tags: 'variables:types' },
    () => {
      const typed = toTypedText(parseJson('[12345678901234567890, 1.10, 7]'));
      expect(typed.value).toBe('[12345678901234567890,1.10,7]');
      expect(toScriptValue(typed)).toEqual(['12345678901234567890', 1.1, 7]);
      expect(toScriptValue({ value: '9007199254740993', type: 'number' })).toBe('9007199254740993');
    },
  );

  it('stays text if its value does not match its type', { tags: 'variables:types' }, () => {
    expect(toExactValue({ value: 'seven', type: 'number' })).toBe('seven');
    expect(toExactValue({ value: 'yes', type: 'boolean' })).toBe('yes');
    expect(toExactValue({ value: '{', type: 'object' })).toBe('{');
    expect(toExactValue({ value: '"text"', type: 'object' })).toBe('"text"');
  });

  it(
    'takes the type of the value that a script sets, even if that is text',
    { tags: 'variables:types' },
    () => {
      const environment = {
        variables: [{ name: 'n', value: '1', enabled: true, type: 'number' as const }],
        secrets: [],
      };
      expect(
        applyChanges(environment, [
          { kind: 'variable', name: 'n', value: 'one' },
          { kind: 'variable', name: 'flag', value: 'false', type: 'boolean' },
        ]).variables,
      ).toEqual([
        { name: 'n', value: 'one', enabled: true },
        { name: 'flag', value: 'false', enabled: true, type: 'boolean' },
      ]);
    },
  );
});

describe('the lookup of a path in a variable', () => {
  it.each([
    ['user.address.city', 'Bonn'],
    ['user["address"].city', 'Bonn'],
    ['user.address', '{"city":"Bonn"}'],
    ['user.id', '12345678901234567890'],
    ['user.roles[0]', 'a'],
    ['user.roles.0', 'a'],
    ['user.roles[1].b', 'null'],
    ['list[0][1]', '2'],
    ["user['want.attention']", 'yes'],
    ['user["want.attention"]', 'yes'],
    ['user.want.attention', undefined],
    ['laid.out', '[1.10]'],
    ['laid', '{"out":[1.10]}'],
    ['list[2]', undefined],
    ['list.length', undefined],
    ['user.constructor', undefined],
    ['user.address.city.length', undefined],
    ['text.a', undefined],
    ['user.name', 'dotted'],
    ['nobody.name', undefined],
    ['.a', undefined],
    // As in Bruno, what is no path is no name either.
    ['user.', undefined],
    ['user[', undefined],
    ['list[]', undefined],
    ['list[0', undefined],
    ['user..id', undefined],
    ['user.id.', undefined],
    ['user]', undefined],
  ])('finds the value at %s: %s', { tags: 'variables:paths' }, (name, text) => {
    expect(findVariableText(name, lookUp)).toBe(text);
  });

  it('finds the variable at the beginning of a path', { tags: 'variables:paths' }, () => {
    const has = (name: string): boolean => lookUp(name) !== undefined;
    expect(['user.roles[0]', 'user.name', 'other.a'].map((one) => findVariableOfPath(one, has))).toEqual([
      'user',
      'user.name',
      'other.a',
    ]);
  });

  it('suggests similar paths if a path cannot be resolved', { tags: 'variables:paths' }, () => {
    const near = (name: string) => findNearVariables(name, Object.keys(variables), lookUp, 3);
    expect(near('user.adress.city')).toContain('user.address.city');
    expect(near('usr.address.city')).toEqual(['user.address.city']);
    expect(near('lst[0]')).toEqual(['list[0]']);
    expect(near('zzz.address')).toEqual([]);
  });
});
