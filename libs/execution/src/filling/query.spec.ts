import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { QueryParamValue } from '@tandem/core';

import { fillQuery, queryChanges, type QueryPair } from './query.js';

const fillUrl = (
  url: string,
  given: Readonly<Record<string, QueryParamValue>>,
  saved: readonly QueryPair[] = [],
  auth: readonly QueryPair[] = [],
) => fillQuery(url, { saved, changes: queryChanges(given), auth });

describe('saved query parameters', () => {
  it.each([
    ['http://h/', 'http://h/?a=1&b=x%20y'],
    ['http://h/?', 'http://h/?a=1&b=x%20y'],
    ['http://h/?z=%zz', 'http://h/?z=%zz&a=1&b=x%20y'],
    ['http://h/?z&', 'http://h/?z&a=1&b=x%20y'],
    ['http://h/p#f?x', 'http://h/p?a=1&b=x%20y#f?x'],
  ])('are appended to %s', (url, expected) => {
    const saved: QueryPair[] = [
      ['a', '1'],
      ['b', 'x y'],
    ];
    expect(fillUrl(url, {}, saved)).toEqual({ url: expected, pairs: saved });
  });

  const text = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll(/[%+]/g, ''));

  it('can be read back from the URL unchanged unless they are already encoded', () => {
    const pairs = fc.array(fc.tuple(text, text));
    fc.assert(
      fc.property(pairs, (saved) => {
        expect([...new URL(fillUrl('http://h/p', {}, saved).url).searchParams]).toEqual(saved);
      }),
    );
  });
});

describe("a call's query parameters", { tags: 'query:call:replaces' }, () => {
  const url = 'http://h/:p/?page=1&q=%zz&page=9&sort=#f?page=7';

  it.each<[Record<string, QueryParamValue>, string]>([
    [{ page: 2 }, 'http://h/:p/?page=2&q=%zz&sort=#f?page=7'],
    [{ page: null }, 'http://h/:p/?q=%zz&sort=#f?page=7'],
    [{ page: [] }, 'http://h/:p/?q=%zz&sort=#f?page=7'],
    [{ page: [3, 4] }, 'http://h/:p/?page=3&page=4&q=%zz&sort=#f?page=7'],
    [{ sort: 'a b', Page: 5 }, 'http://h/:p/?page=1&q=%zz&page=9&sort=a%20b&Page=5#f?page=7'],
    [{ gone: null }, url],
    [{}, url],
  ])('%j replace those of the URL at the position of the first one with that name', (given, expected) => {
    expect(fillUrl(url, given).url).toBe(expected);
  });

  it.each([
    ['a%20b=1', { 'a b': 2 }, 'a%20b=2'],
    ['a+b=1', { 'a b': 2 }, 'a%20b=2'],
    ['a+b=1', { 'a+b': 2 }, 'a+b=2'],
    ['%61=1&b', { a: 2, b: 3 }, 'a=2&b=3'],
    ['%zz=1', { '%zz': 2 }, '%zz=2'],
    ['%C3%BC=1', { ü: 2 }, '%C3%BC=2'],
    ['?a=1', { a: 2, '?a': 3 }, '?a=3&a=2'],
    ['ids[]=1&ids%5B%5D=2', { 'ids[]': [7, 8] }, 'ids[]=7&ids[]=8'],
    ['=1', { '': 2 }, '=2'],
    ['a=1&&b=2', { b: 3 }, 'a=1&&b=3'],
    ['a=1&&', { a: null }, ''],
    ['a==1&b', { b: null }, 'a==1'],
    ['__proto__=1', { ['__proto__']: 'x', constructor: 2 }, '__proto__=x&constructor=2'],
  ])('compare decoded names: %s with %j', (query, given, expected) => {
    const from = Object.fromEntries(Object.entries(given));
    expect(fillUrl(`http://h/?${query}`, from).url).toBe(`http://h/${expected === '' ? '' : '?'}${expected}`);
  });

  it('replace every saved pair with their name, first in the URL, and keep the others and auth', () => {
    const saved: QueryPair[] = [
      ['x', '1'],
      ['page', '1'],
      ['y', '2'],
      ['page', '3'],
      ['sort', 'up'],
    ];
    const auth: QueryPair[] = [['key', 'k']];
    expect(fillUrl('http://h/', { page: 2, sort: null, key: 'mine', n: [1, 2] }, saved, auth)).toEqual({
      url: 'http://h/?x=1&page=2&y=2&key=mine&n=1&n=2&key=k',
      pairs: [
        ['x', '1'],
        ['page', '2'],
        ['y', '2'],
        ['key', 'mine'],
        ['n', '1'],
        ['n', '2'],
        ['key', 'k'],
      ],
    });
    expect(fillUrl('http://h/?sort=a&page=0', { page: 2 }, saved)).toEqual({
      url: 'http://h/?sort=a&page=2&x=1&y=2&sort=up',
      pairs: [
        ['page', '2'],
        ['x', '1'],
        ['y', '2'],
        ['sort', 'up'],
      ],
    });
  });

  it('are the only ones with their name, whatever the URL and the saved pairs contain', () => {
    const name = fc.constantFrom('a', 'b', 'a b', 'ü', '-');
    const value = fc.string().map((one) => one.replaceAll(/[%+]/g, ''));
    const pairs = fc.array(fc.tuple(name, value));
    fc.assert(
      fc.property(pairs, pairs, name, fc.array(value), (inUrl, saved, changed, values) => {
        const before = fillUrl('http://h/', {}, inUrl).url;
        const after = new URL(fillUrl(before, { [changed]: values }, saved).url).searchParams;
        expect(after.getAll(changed)).toEqual(values);
        const others = (all: readonly (readonly [string, string])[]) =>
          all.filter(([one]) => one !== changed);
        expect(others([...after])).toEqual(others([...inUrl, ...saved]));
      }),
    );
  });
});
