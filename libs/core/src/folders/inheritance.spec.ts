import { describe, expect, it } from 'vitest';

import { folderDefaults } from './folder.js';
import { resolveInheritance } from './inheritance.js';
import type { Auth } from '../auth/auth.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });
const level = (path: string, more: object = {}) => ({ ...folderDefaults, path, ...more });
const request = (more: object = {}) => ({
  folder: 'A/B',
  headers: [],
  auth: { type: 'inherit' } as Auth,
  requestVariables: [],
  settings: {},
  ...more,
});
const summarizePairs = (pairs: readonly { name: string; value: string; from: string | null }[]) =>
  pairs.map(({ name, value, from }) => [name, value, from]);

describe('the inheritance of headers', { tags: 'inherit:headers' }, () => {
  it('takes headers from the workspace, then from its folders from the root inwards, then from the request', () => {
    const folders = [
      level('A/B', { headers: [pair('c', '3')] }),
      level('A', { headers: [pair('b', '2')] }),
      level('', { headers: [pair('a', '1')] }),
      level('AB', { headers: [pair('x', 'beside')] }),
      level('A/B/C', { headers: [pair('x', 'inside')] }),
    ];
    expect(
      summarizePairs(resolveInheritance(folders, request({ headers: [pair('d', '4')] })).headers),
    ).toEqual([
      ['a', '1', ''],
      ['b', '2', 'A'],
      ['c', '3', 'A/B'],
      ['d', '4', null],
    ]);
  });

  it('replaces outer headers with one or more inner headers of the same name, ignoring case', () => {
    const folders = [
      level('', { headers: [pair('X-Team', '1'), pair('x-team', '2'), pair('y', '0')] }),
      level('A', { headers: [pair('x-TEAM', '3'), pair('X-Team', '4'), pair('X-Team', '5', false)] }),
    ];
    expect(summarizePairs(resolveInheritance(folders, request()).headers)).toEqual([
      ['y', '0', ''],
      ['x-TEAM', '3', 'A'],
      ['X-Team', '4', 'A'],
    ]);
  });

  it('omits an outer header if an inner header of the same name is disabled', () => {
    const folders = [level('', { headers: [pair('X-Team', '1')] })];
    expect(resolveInheritance(folders, request({ headers: [pair('x-team', '', false)] })).headers).toEqual(
      [],
    );
    expect(summarizePairs(resolveInheritance(folders, request()).headers)).toEqual([['X-Team', '1', '']]);
  });
});

describe('the search for disabled headers in folders', { tags: 'inherit:headers' }, () => {
  it('returns each name of a disabled header once, from the innermost folder', () => {
    const folders = [
      level('', { headers: [pair('X-Off', '1', false), pair('on', '1')] }),
      level('A', { headers: [pair('x-off', '2', false), pair('x-more', '3', false)] }),
    ];
    const { disabledHeaders } = resolveInheritance(folders, request({ headers: [pair('own', '1', false)] }));
    expect(summarizePairs(disabledHeaders)).toEqual([
      ['x-off', '2', 'A'],
      ['x-more', '3', 'A'],
    ]);
  });
});

describe('the inheritance of auth', { tags: ['inherit:auth', 'inherit:auth:none'] }, () => {
  const bearer = (token: string): Auth => ({ type: 'bearer', token });
  const folders = (outer: Auth, inner: Auth, workspace: Auth = bearer('w')) => [
    level('', { auth: workspace }),
    level('A', { auth: outer }),
    level('A/B', { auth: inner }),
  ];
  it.each<[string, ReturnType<typeof folders>, Auth, string | null]>([
    ['the nearest folder', folders(bearer('a'), bearer('b')), bearer('b'), 'A/B'],
    ['a folder around a folder that inherits', folders(bearer('a'), { type: 'inherit' }), bearer('a'), 'A'],
    ['the workspace', folders({ type: 'inherit' }, { type: 'inherit' }), bearer('w'), ''],
    [
      'a folder without auth inside a folder with auth',
      folders(bearer('a'), { type: 'none' }),
      { type: 'none' },
      'A/B',
    ],
    ['an outer folder without auth', folders({ type: 'none' }, { type: 'inherit' }), { type: 'none' }, 'A'],
    [
      'a workspace without auth',
      folders({ type: 'inherit' }, { type: 'inherit' }, { type: 'none' }),
      { type: 'none' },
      '',
    ],
    [
      'nowhere',
      folders({ type: 'inherit' }, { type: 'inherit' }, { type: 'inherit' }),
      { type: 'none' },
      null,
    ],
  ])('takes the auth from %s', (_, around, auth, from) => {
    expect(resolveInheritance(around, request()).auth).toEqual({ auth, from });
  });

  it('does not apply to a request with its own auth, even if that is "none"', () => {
    const around = folders(bearer('a'), bearer('b'));
    const own = { type: 'none' } as const;
    expect(resolveInheritance(around, request({ auth: own })).auth).toEqual({ auth: own, from: null });
  });

  it('replaces a header of the same name only if the header is set further out than the auth', () => {
    const header = { headers: [pair('authorization', 'Basic x')] };
    const own = request({ auth: bearer('r') });
    expect(resolveInheritance([level('', header)], own).headers).toEqual([]);
    expect(
      resolveInheritance([level('A', { ...header, auth: bearer('a') })], request()).headers,
    ).toHaveLength(1);
    expect(resolveInheritance([], { ...own, ...header }).headers).toHaveLength(1);
    const key = { type: 'api-key', name: 'X-Key', value: 'k', in: 'header' } as const;
    const around = [level('', { headers: [pair('x-key', '1'), pair('x-other', '2')] })];
    expect(summarizePairs(resolveInheritance(around, request({ auth: key })).headers)).toEqual([
      ['x-other', '2', ''],
    ]);
  });
});

describe('the inheritance of variables', { tags: 'inherit:variables' }, () => {
  it('lists variables from the inside out, without disabled variables', () => {
    const folders = [
      level('', { variables: [pair('a', 'w')] }),
      level('A', { variables: [pair('a', '1'), pair('b', '1', false)] }),
    ];
    expect(summarizePairs(resolveInheritance(folders, request()).variables)).toEqual([
      ['a', '1', 'A'],
      ['a', 'w', ''],
    ]);
  });
});

describe('the inheritance of settings', { tags: 'inherit:settings' }, () => {
  it('takes each setting from the nearest level that sets it', () => {
    const folders = [
      level('', { settings: { timeoutMs: 1, followRedirects: false, maxRedirects: 1 } }),
      level('A', { settings: { followRedirects: true, maxRedirects: 2 } }),
    ];
    expect(resolveInheritance(folders, request({ settings: { maxRedirects: 0 } })).settings).toEqual({
      timeoutMs: 1,
      followRedirects: true,
      maxRedirects: 0,
    });
  });
});
