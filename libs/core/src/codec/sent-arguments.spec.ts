import { describe, expect, it } from 'vitest';

import {
  alternative,
  Json,
  integer,
  readSentArguments,
  struct,
  t,
  taggedUnion,
  withDefault,
} from './index.js';
import { E } from '../fp.js';

const Pairs = t.readonlyArray(struct('a pair', { name: t.string, value: t.string }));
const Call = struct(
  'a call',
  { id: t.string, take: withDefault(integer(1), 20) },
  {
    isOn: t.boolean,
    text: t.string,
    environment: t.union([t.string, t.null]),
    values: t.record(t.string, t.union([t.string, t.number, t.null])),
    names: t.readonlyArray(t.string),
    settings: struct(
      'settings',
      {},
      { timeoutMs: integer(1), tls: struct('tls', {}, { verify: t.boolean }) },
    ),
    body: taggedUnion('a body', 'type', { none: [{}, {}], list: [{ of: t.readonlyArray(integer(0)) }, {}] }),
    headers: alternative('pairs', Pairs, t.record(t.string, t.string), (map) =>
      E.right(Object.entries(map).map(([name, value]) => ({ name, value }))),
    ),
    json: Json,
  },
);
const read = (sent: object) => readSentArguments(Call, { id: 'a', ...sent });

describe('arguments as clients send them', { tags: 'mcp:arguments:sent' }, () => {
  it.each([
    ['null for an optional argument', { take: null, isOn: null, environment: null, json: null }, {}],
    ['an empty string where null means none', { environment: '' }, { environment: null }],
    ['JSON of an object', { values: '{"a": 1}' }, { values: { a: 1 } }],
    ['JSON of a list', { names: '["a", "b"]' }, { names: ['a', 'b'] }],
    ['a single string instead of a list of strings', { names: 'a' }, { names: ['a'] }],
    ['a number and a boolean as strings', { take: '5', isOn: 'true' }, { take: 5, isOn: true }],
    ['strings inside an object', { settings: { timeoutMs: '5' } }, { settings: { timeoutMs: 5 } }],
    [
      'JSON inside an object',
      { settings: { tls: '{"verify": "false"}' } },
      { settings: { tls: { verify: false } } },
    ],
    [
      'null inside an object',
      { settings: { timeoutMs: null, tls: { verify: null } } },
      { settings: { tls: {} } },
    ],
    [
      'JSON inside a tagged object',
      { body: '{"type": "list", "of": "[1]"}' },
      { body: { type: 'list', of: [1] } },
    ],
    ['JSON of either form', { headers: '{"a": "b"}' }, { headers: { a: 'b' } }],
  ])('may contain %s', (_what, sent, expected) => {
    expect(read(sent)).toEqual({ id: 'a', ...expected });
  });

  it.each([
    ['a string that is JSON where a string is expected', { text: '{"a": 1}', json: '[1]' }],
    ['null in a map that may contain null', { values: { a: null } }],
    ['an empty string where a string is expected', { text: '' }],
    ['a string that is not JSON', { take: 'five', names: 'a, b', settings: '{' }],
    ['JSON of another type', { isOn: '5', take: 'true' }],
    ['an unknown argument', { other: '5' }],
    ['a required argument that is null', { id: null }],
  ])('keep %s', (_what, sent) => {
    expect(read(sent)).toEqual({ id: 'a', ...sent });
  });

  it('are decoded from JSON text even if a field in it is invalid, so that the error names the field', () => {
    expect(read({ settings: '{"timeoutMs": "soon"}' })).toMatchObject({ settings: { timeoutMs: 'soon' } });
  });
});
