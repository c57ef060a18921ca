import type { QueryParamValue } from '@tandem/core';
import { E } from '@tandem/core/fp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFiller, formatUnresolvedUrlMessage, noSuggestions } from './filler.js';
import {
  checkUrl,
  fillPath,
  fillQuery,
  getPathParamValues,
  listPathParamNames,
  toQueryChanges,
  type QueryPair,
} from './target.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

describe('path parameters', () => {
  it.each([
    ['http://h/users/:id', ['id']],
    ['http://h/:id.json', ['id']],
    ['http://h/:a/:b/:a', ['a', 'b']],
    ['http://h:8080/x', []],
    ['http://h/v1/users:batch', []],
    ['http://h/:1x', []],
    ['http://h/x?y=/:z', []],
    ['http://h/x#/:z', []],
    ['http://user:pass@h/:_a1', ['_a1']],
  ])('are found in %s: %j', (url, names) => {
    expect(listPathParamNames(url)).toEqual(names);
  });

  it('replace only segments with exactly their names', () => {
    expect(fillPath('http://h:1/:a/x:a/:a.b?q=:a', new Map([['a', '1/2']]))).toEqual(
      E.right('http://h:1/1%2F2/x:a/1%2F2.b?q=:a'),
    );
  });

  it.each([[new Map<string, string>()], [new Map([['id', '']])]])(
    'are reported if they have no value: %j',
    (values) => {
      expect(fillPath('http://h/:id/:other', new Map([...values, ['other', 'x']]))).toMatchObject({
        left: { code: 'PATH_PARAM_MISSING', details: { missing: ['id'] } },
      });
    },
  );

  it.each(['.', '..', '%2E', '.%2e'])('are refused if they would change the path: %s', (value) => {
    expect(fillPath('http://h/u/:id/x', new Map([['id', value]]))).toMatchObject({
      left: { code: 'URL_INVALID' },
    });
    expect(fillPath('http://h/../:id.json', new Map([['id', value]]))).toMatchObject({ _tag: 'Right' });
  });

  it('from a call override saved parameters, and count as missing if they are disabled', () => {
    const saved = [pair('a', '1'), pair('b', '2'), pair('c', '3', false), pair('a', 'second')];
    const given = { b: { value: 9, enabled: false }, d: true, e: { value: 'x' } };
    expect([...getPathParamValues(saved, given)]).toEqual([
      ['a', '1'],
      ['d', 'true'],
      ['e', 'x'],
    ]);
  });
});

describe('the check of a URL', () => {
  it.each([
    ['http://h', 'http://h/'],
    ['http://h?a', 'http://h/?a'],
    ['http://h/a/../b/%zz?x=%', 'http://h/a/../b/%zz?x=%'],
    ['http://h/a b/ü"<>', 'http://h/a%20b/%C3%BC%22%3C%3E'],
    ['http://h/\\?\'`{}|^\\[] "<>ü', 'http://h/%5C?%27`{}|^\\[]%20%22%3C%3E%C3%BC'],
    ['http://h/x#frag', 'http://h/x'],
    ['  http://h/ ', 'http://h/'],
    ['HTTPS://[::1]:8/', 'HTTPS://[::1]:8/'],
    ['example.com/x', 'http://example.com/x'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['[::1]:3000?q', 'http://[::1]:3000/?q'],
  ])('accepts %s as %s', (url, expected) => {
    expect(checkUrl(url)).toEqual(E.right(expected));
  });

  it.each([
    ['', 'URL_MISSING'],
    ['  ', 'URL_MISSING'],
    ['hello world', 'URL_INVALID'],
    ['localhost:port/x', 'URL_INVALID'],
    ['mailto:a@b.example', 'URL_INVALID'],
    ['javascript:1', 'URL_INVALID'],
    ['//h/x', 'URL_INVALID'],
    ['?q=1', 'URL_INVALID'],
    ['/only/path', 'URL_INVALID'],
    ['ftp://h/', 'URL_INVALID'],
    ['file:///etc/passwd', 'URL_INVALID'],
    ['http://', 'URL_INVALID'],
    ['http://h:99999/', 'URL_INVALID'],
    ['http://a b/', 'URL_INVALID'],
    ['http://h\\info', 'URL_INVALID'],
    ['http://h\\@other/', 'URL_INVALID'],
  ])('rejects %j with %s', (url, code) => {
    expect(checkUrl(url)).toMatchObject({ left: { code } });
  });
});

const fillUrl = (
  url: string,
  given: Readonly<Record<string, QueryParamValue>>,
  saved: readonly QueryPair[] = [],
  auth: readonly QueryPair[] = [],
) => fillQuery(url, { saved, changes: toQueryChanges(given), auth });

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

describe('query parameters of a call', { tags: 'query:call:replaces' }, () => {
  const url = 'http://h/:p/?page=1&q=%zz&page=9&sort=#f?page=7';

  it.each<[Record<string, QueryParamValue>, string]>([
    [{ page: 2 }, 'http://h/:p/?page=2&q=%zz&sort=#f?page=7'],
    [{ page: null }, 'http://h/:p/?q=%zz&sort=#f?page=7'],
    [{ page: [] }, 'http://h/:p/?q=%zz&sort=#f?page=7'],
    [{ page: [3, 4] }, 'http://h/:p/?page=3&page=4&q=%zz&sort=#f?page=7'],
    [{ sort: 'a b', Page: 5 }, 'http://h/:p/?page=1&q=%zz&page=9&sort=a%20b&Page=5#f?page=7'],
    [{ gone: null }, url],
    [{}, url],
  ])(
    '%j replace the parameters of the URL at the position of the first one with that name',
    (given, expected) => {
      expect(fillUrl(url, given).url).toBe(expected);
    },
  );

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
  ])('are compared by their decoded names: %s with %j', (query, given, expected) => {
    const from = Object.fromEntries(Object.entries(given));
    expect(fillUrl(`http://h/?${query}`, from).url).toBe(`http://h/${expected === '' ? '' : '?'}${expected}`);
  });

  it('replace saved pairs of the same name, come first in the URL, and keep other pairs and auth', () => {
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

  it('are the only parameters with their names, whatever the URL and the saved pairs contain', () => {
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

describe('a path into a variable that is no object', { tags: 'variables:paths' }, () => {
  const scope = (name: string): string | undefined => (name === 'v' ? '7' : undefined);

  it('is explained in the message about a URL, without the value', () => {
    expect(formatUnresolvedUrlMessage(['v.a[0]'], noSuggestions, scope)).toBe(
      'The URL contains {{v.a[0]}}, which has no value. The variable v has a value, but it is not an object or a list with that part.',
    );
    expect(formatUnresolvedUrlMessage(['w.a'], noSuggestions, scope)).toContain('Set it in the environment');
  });

  it('is explained in the diagnostic about other text', () => {
    const filler = createFiller(scope);
    expect(filler.fill('{{v.a}}', 'body')).toBe('{{v.a}}');
    expect(filler.diagnostics[0]?.message).toContain('The variable v has a value, but it is not an object');
  });
});
