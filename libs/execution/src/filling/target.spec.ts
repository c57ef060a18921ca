import { describe, expect, it } from 'vitest';

import { E } from '@tandem/core/fp';

import { checkUrl, fillPath, listPathParamNames, getPathParamValues } from './target.js';

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
  ])('of %s are %j', (url, names) => {
    expect(listPathParamNames(url)).toEqual(names);
  });

  it('replace only their own names', () => {
    expect(fillPath('http://h:1/:a/x:a/:a.b?q=:a', new Map([['a', '1/2']]))).toEqual(
      E.right('http://h:1/1%2F2/x:a/1%2F2.b?q=:a'),
    );
  });

  it.each([[new Map<string, string>()], [new Map([['id', '']])]])(
    'without a value are reported: %j',
    (values) => {
      expect(fillPath('http://h/:id/:other', new Map([...values, ['other', 'x']]))).toMatchObject({
        left: { code: 'PATH_PARAM_MISSING', details: { missing: ['id'] } },
      });
    },
  );

  it.each(['.', '..', '%2E', '.%2e'])('that would change the folder are rejected: %s', (value) => {
    expect(fillPath('http://h/u/:id/x', new Map([['id', value]]))).toMatchObject({
      left: { code: 'URL_INVALID' },
    });
    expect(fillPath('http://h/../:id.json', new Map([['id', value]]))).toMatchObject({ _tag: 'Right' });
  });

  it('of the call override the saved ones, and a disabled one counts as missing', () => {
    const saved = [pair('a', '1'), pair('b', '2'), pair('c', '3', false), pair('a', 'second')];
    const given = { b: { value: 9, enabled: false }, d: true, e: { value: 'x' } };
    expect([...getPathParamValues(saved, given)]).toEqual([
      ['a', '1'],
      ['d', 'true'],
      ['e', 'x'],
    ]);
  });
});

describe('checkUrl', () => {
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
  ])('sends %s as %s', (url, expected) => {
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
