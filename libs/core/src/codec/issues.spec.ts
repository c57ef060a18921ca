import { describe, expect, it } from 'vitest';

import { E } from '../fp.js';
import {
  decode,
  withDefault,
  Int,
  integer,
  Json,
  nameText,
  oneOf,
  struct,
  t,
  taggedUnion,
  text,
} from './index.js';

const Header = struct('a header', { name: t.string, value: t.string, enabled: withDefault(t.boolean, true) });
const Body = taggedUnion('a body', 'type', { none: [{}, {}], json: [{ content: t.string }, {}] });
const PlainOrSwitched = t.union(
  [t.string, struct('{ value }', { value: t.string })],
  'a plain value or { value }',
);
const Arguments = struct(
  'arguments',
  { id: text('a REST request id') },
  {
    headers: t.readonlyArray(Header, 'a list of headers'),
    body: Body,
    pathParams: t.record(t.string, PlainOrSwitched),
    timeoutMs: integer(1, 600_000),
    count: Int,
    kind: oneOf('variable', 'secret'),
    anything: Json,
  },
);

const messagesFor = (value: unknown) => {
  const decoded = decode(Arguments)(value);
  return E.isLeft(decoded) ? decoded.left.map(({ message }) => message) : [];
};

const id = 'x';

/** CPU time in milliseconds. Unlike elapsed time, it does not depend on other processes. */
const cpuMs = () => process.cpuUsage().user / 1_000;

describe('an issue', () => {
  it.each<readonly [what: string, value: unknown, message: string]>([
    ['a missing field', {}, 'id is missing; it must be a REST request id'],
    ['a field of another type', { id: 7 }, 'id must be a REST request id, not 7'],
    ['an empty name', { id: ' ' }, 'id must be a REST request id, not " "'],
    ['a misspelt field', { id, header: [] }, 'header is not a known field; did you mean headers?'],
    ['a shortened field', { id, timeout: 1 }, 'timeout is not a known field; did you mean timeoutMs?'],
    ['the beginning of a field', { id, path: {} }, 'path is not a known field; did you mean pathParams?'],
    [
      'an unknown field',
      { id, colour: 1 },
      'colour is not a known field; the fields are id, headers, body, pathParams, timeoutMs, count, kind, anything',
    ],
    ['a value that is not a list', { id, headers: {} }, 'headers must be a list of headers, not {}'],
    [
      'a field in a list',
      {
        id,
        headers: [
          { name: 'a', value: 'b' },
          { name: 1, value: 'b' },
        ],
      },
      'headers[1].name must be string, not 1',
    ],
    [
      'an unknown field in a list',
      { id, headers: [{ name: 'a', value: 'b', enable: true }] },
      'headers[0].enable is not a known field; did you mean enabled?',
    ],
    [
      'a number that is not a whole number',
      { id, timeoutMs: 1.5 },
      'timeoutMs must be a whole number from 1 to 600000, not 1.5',
    ],
    [
      'a number out of bounds',
      { id, timeoutMs: 0 },
      'timeoutMs must be a whole number from 1 to 600000, not 0',
    ],
    ['a string instead of a whole number', { id, count: '1' }, 'count must be a whole number, not "1"'],
    [
      'a word that is not in the list',
      { id, kind: 'both' },
      'kind must be one of variable, secret, not "both"',
    ],
    ['an unknown tag', { id, body: { type: 'xml' } }, 'body.type must be one of none, json, not "xml"'],
    ['a missing tag', { id, body: {} }, 'body.type is missing; it must be one of none, json'],
    [
      'a text instead of a tagged object',
      { id, body: 'text' },
      'body must be { type: none } or { type: json, content }, not "text"',
    ],
    [
      'a missing field of a tagged object',
      { id, body: { type: 'json' } },
      'body.content is missing; it must be string',
    ],
    [
      'a union as a whole',
      { id, pathParams: { a: { value: 1 } } },
      'pathParams.a must be a plain value or { value }, not {"value":1}',
    ],
    ['null instead of a number', { id, count: null }, 'count must be a whole number, not null'],
    ['a list instead of an object', [], 'arguments must be arguments, not []'],
    ['missing arguments', undefined, 'arguments is missing; it must be arguments'],
    [
      'a long value',
      { id: Array.from({ length: 99 }, () => 1) },
      `id must be a REST request id, not [${'1,'.repeat(38)}...`,
    ],
  ])('reports %s', (_, value, message) => {
    expect(messagesFor(value)).toEqual([message]);
  });

  it('reports a union with a default as one value', () => {
    const status = withDefault(t.union([integer(0, 999), t.null], 'a status or null'), null);
    const decoded = decode(struct('a response', { status }))({ status: '200' });
    expect(E.isLeft(decoded) && decoded.left.map(({ message }) => message)).toEqual([
      'status must be a status or null, not "200"',
    ]);
  });

  it('reports every location with an error, and each location once', () => {
    expect(messagesFor({ headers: [{}], timeoutMs: 'soon' })).toEqual([
      'id is missing; it must be a REST request id',
      'headers[0].name is missing; it must be string',
      'headers[0].value is missing; it must be string',
      'timeoutMs must be a whole number from 1 to 600000, not "soon"',
    ]);
  });

  it.each([{ id }, { id, headers: [] }, { id, anything: undefined }, { id, body: { type: 'none' } }])(
    'is not reported for %j',
    (value) => {
      expect(messagesFor(value)).toEqual([]);
    },
  );

  it.each([10n, Symbol('s'), () => 1])('reports a value that JSON cannot express, such as %s', (value) => {
    expect(messagesFor({ id: value })).toHaveLength(1);
  });

  it('explains what a valid name is', () => {
    const decoded = decode(struct('arguments', { name: nameText(200) }))({ name: ' ' });
    expect(E.isLeft(decoded) && decoded.left[0]?.message).toBe(
      'name must be a name (1 to 200 characters, not only spaces), not " "',
    );
  });

  it('contains the location, the expected value and the received value besides the message', () => {
    expect(decode(Arguments)({ id: 1 })).toEqual(
      E.left([
        {
          path: 'id',
          expected: 'a REST request id',
          got: '1',
          message: 'id must be a REST request id, not 1',
        },
      ]),
    );
  });

  it('names a similar key in addition to the expected keys', () => {
    expect(decode(Arguments)({ id, header: [1], body: { type: 'jsn' } })).toEqual(
      E.left([
        {
          path: 'body.type',
          expected: 'one of none, json',
          got: '"jsn"',
          near: ['json'],
          message: 'body.type must be one of none, json, not "jsn"',
        },
        {
          path: 'header',
          expected: 'one of these fields: id, headers, body, pathParams, timeoutMs, count, kind, anything',
          got: '[1]',
          near: ['headers'],
          message: 'header is not a known field; did you mean headers?',
        },
      ]),
    );
  });

  it('shortens a long unknown name quickly', () => {
    const began = cpuMs();
    expect(messagesFor({ id, ['x'.repeat(1_000_000)]: 1 })[0]?.length).toBeLessThan(300);
    expect(cpuMs() - began).toBeLessThan(5_000);
  });
});

describe('decoding', () => {
  it('adds defaults and omits undefined values', () => {
    const headers = [{ name: 'a', value: 'b' }];
    const decoded = decode(Arguments)({ id, headers, count: undefined });
    expect(decoded).toStrictEqual(E.right({ id, headers: [{ name: 'a', value: 'b', enabled: true }] }));
  });

  it('reads only own fields, not inherited fields', () => {
    expect(messagesFor(Object.create({ id }))).toEqual(['id is missing; it must be a REST request id']);
    expect(messagesFor(JSON.parse(`{ "id": "x", "__proto__": { "id": "y" } }`))).toHaveLength(1);
    expect(messagesFor({ id, body: { type: 'toString' } })).toEqual([
      'body.type must be one of none, json, not "toString"',
    ]);
  });
});
