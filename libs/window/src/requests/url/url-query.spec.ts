import { encodeQuery, encodeQueryPair } from '@tandem/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type QueryFields,
  listQueryRows,
  parseUrlQuery,
  formatUrl,
  setQueryRows,
  setUrlText,
  cleanPastedUrl,
  addScheme,
} from './url-query.js';

const rows = (url: string): readonly string[] =>
  parseUrlQuery(url).map(({ name, value }) => `${name}: ${value}`);

describe('the query of a URL', () => {
  it.each([
    ['/a', []],
    ['/a?', []],
    ['/a?b=c', ['b: c']],
    ['/a?b=c&&b=d&e', ['b: c', 'b: d', 'e: ']],
    ['/a?b=c=d', ['b: c=d']],
    ['/a?q=x+y%20z%26&p=100%', ['q: x+y z&', 'p: 100%']],
    ['/a?b=c#d?e=f', ['b: c']],
    ['/a#d?e=f', []],
    ['{{host?}}/a?id={{x&y#}}', ['id: {{x&y#}}']],
  ])('in %s has the rows %j', (url, expected) => {
    expect(rows(url)).toEqual(expected);
  });

  it('is sent as it is written', { tags: 'query:as-written' }, () => {
    const part = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll(/[&#{}=]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part)), (given) => {
        const written = given.map(([name, value]) => `${name}=${value}`).join('&');
        const sent = parseUrlQuery(`/a?${written}`).map(({ name, value }) => encodeQueryPair([name, value]));
        expect(sent.join('&')).toBe(encodeQuery(written.replaceAll(/^&+|&+$|(?<=&)&+/g, '')));
      }),
    );
  });
});

const toEnabledPair = (name: string, value: string) => ({ name, value, enabled: true });
const toDisabledPair = (name: string, value: string) => ({ name, value, enabled: false });
const fields = (url: string, ...queryParams: QueryFields['queryParams']): QueryFields => ({
  url,
  queryParams,
});

describe('a URL and the table of its query', () => {
  it.each([
    [fields('/a'), '/a'],
    [fields('/a#top', toEnabledPair('q', 'a b')), '/a?q=a%20b#top'],
    [fields('/a?x=1&', toEnabledPair('q', '{{a b}}&+é')), '/a?x=1&q={{a b}}%26+é'],
    [fields('/a', toDisabledPair('q', '1'), toEnabledPair('', ''), toEnabledPair('n=', '=')), '/a?n%3D=='],
  ])('are combined: %j reads %s', (given, text) => {
    expect(formatUrl(given)).toBe(text);
  });

  it('contain the same rows after conversion to the URL and back, unless rows are already percent-encoded', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 }).map((one) => one.replaceAll('%', ''));
    const row = fc.record({ name: text.map((one) => `n${one}`), value: text });
    fc.assert(
      fc.property(fc.array(row), (given) => {
        const table = given.map(({ name, value }) => toEnabledPair(name.replaceAll(/[{}]/g, '_'), value));
        expect(parseUrlQuery(formatUrl(fields('/a', ...table)))).toEqual(table);
      }),
    );
  });

  it.each([
    ['/a?q=1&r=2', fields('/a', toEnabledPair('q', '1'), toEnabledPair('r', '2'))],
    ['/a?q=1&', fields('/a', toEnabledPair('q', '1'))],
    ['/a?acl', fields('/a?acl')],
    ['/a?q=1&{{more}}&r=2#x', fields('/a?q=1&{{more}}#x', toEnabledPair('r', '2'))],
    ['/a?q=a%20b', fields('/a', toEnabledPair('q', 'a b'))],
  ])('store %s once, and do not change if it is typed again', (text, stored) => {
    const typed = setUrlText(fields('/a'), text);
    expect(typed).toEqual(stored);
    expect(setUrlText(typed, text)).toEqual(stored);
  });

  it('keep the stored query when the rest of the URL is edited', () => {
    const stored = fields('/a?t={{raw}}/x', toEnabledPair('q', 'a b'), toDisabledPair('p', ''));
    expect(setUrlText(stored, '/other?t={{raw}}/x&q=a%20b#top')).toEqual({
      ...stored,
      url: '/other?t={{raw}}/x#top',
    });
  });

  it.each([
    [
      '/a?a=1&b=2',
      [toEnabledPair('a', '1'), toDisabledPair('x', ''), toEnabledPair('b', '2'), toDisabledPair('y', '')],
    ],
    [
      '/a?a=1&b=3',
      [toEnabledPair('a', '1'), toDisabledPair('x', ''), toEnabledPair('b', '3'), toDisabledPair('y', '')],
    ],
    [
      '/a?a=0&b=2',
      [toEnabledPair('a', '0'), toDisabledPair('x', ''), toEnabledPair('b', '2'), toDisabledPair('y', '')],
    ],
    ['/a?b=2', [toDisabledPair('x', ''), toEnabledPair('b', '2'), toDisabledPair('y', '')]],
    [
      '/a?a=1&n=0&b=2',
      [
        toEnabledPair('a', '1'),
        toDisabledPair('x', ''),
        toEnabledPair('n', '0'),
        toEnabledPair('b', '2'),
        toDisabledPair('y', ''),
      ],
    ],
    [
      '/a?a=1&b=2&c',
      [
        toEnabledPair('a', '1'),
        toDisabledPair('x', ''),
        toEnabledPair('b', '2'),
        toDisabledPair('y', ''),
        toEnabledPair('c', ''),
      ],
    ],
    ['/a', [toDisabledPair('x', ''), toDisabledPair('y', '')]],
  ])('keep disabled rows at their positions when the text becomes %s', (text, table) => {
    const stored = fields(
      '/a',
      toEnabledPair('a', '1'),
      toDisabledPair('x', ''),
      toEnabledPair('b', '2'),
      toDisabledPair('y', ''),
    );
    expect(setUrlText(stored, text)).toEqual(fields('/a', ...table));
  });

  it('move the query to the table only when one of its rows is edited there', () => {
    const stored = fields('/a?x=/y', toEnabledPair('q', '1'));
    const [x, q] = listQueryRows(stored);
    expect(setQueryRows(stored, [toEnabledPair('x', '/y'), toEnabledPair('q', '2')])).toEqual(
      fields('/a?x=/y', toEnabledPair('q', '2')),
    );
    expect(setQueryRows(stored, [toDisabledPair('x', '/y'), ...(q ? [q] : [])])).toEqual(
      fields('/a', toDisabledPair('x', '/y'), toEnabledPair('q', '1')),
    );
    expect(setQueryRows(stored, x ? [x] : [])).toEqual(fields('/a?x=/y'));
  });
});

it.each([
  ['http://a.test/x\n', 'http://a.test/x'],
  ['\r\n  http://a.test/long\r\n  /path?q=a b', 'http://a.test/long/path?q=a b'],
  ['{{base}}/a b', '{{base}}/a b'],
  ['\n', ''],
])('the text %j is pasted as the URL %j', (text, url) => {
  expect(cleanPastedUrl(text)).toBe(url);
});

it.each([
  ['localhost:3000/x', 'http://localhost:3000/x'],
  [' 127.0.0.1?q=1', 'http://127.0.0.1?q=1'],
  ['a.test/:id', 'http://a.test/:id'],
  ['https://a.test', 'https://a.test'],
  ['ftp://a.test', 'ftp://a.test'],
  ['{{host}}/x', '{{host}}/x'],
  ['/x', '/x'],
  ['', ''],
])('the URL %j is sent as %j', (typed, sent) => {
  expect(addScheme(typed)).toBe(sent);
});
