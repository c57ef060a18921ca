import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { maxJarCookies, addCookies } from '@tandem/core';
import { sampleCookie } from '@tandem/core/testing';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { openJar } from './cookie-jar.js';
import { createTransport } from '../index.js';

const pairs = (url: string, from: string, ...fields: readonly string[]): string => {
  const jar = openJar([]);
  jar.receive(from, fields);
  return jar
    .sentTo(url)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
};

describe('a cookie jar', { tags: 'cookies:rules' }, () => {
  it.each([
    ['a=1', 'http://h.example/', 'http://h.example/x', 'a=1'],
    ['a=1', 'http://h.example/', 'http://sub.h.example/', ''],
    ['a=1; Domain=h.example', 'http://sub.h.example/', 'http://other.h.example/', 'a=1'],
    ['a=1; Domain=other.example', 'http://h.example/', 'http://other.example/', ''],
    ['a=1; Domain=co.uk', 'http://h.co.uk/', 'http://h.co.uk/', ''],
    ['a=1; Domain=github.io', 'http://h.github.io/', 'http://h.github.io/', ''],
    ['a=1; Path=/x', 'http://h.example/', 'http://h.example/x/y', 'a=1'],
    ['a=1; Path=/x', 'http://h.example/', 'http://h.example/xy', ''],
    ['a=1; Secure', 'https://h.example/', 'http://h.example/', ''],
    ['a=1; Secure', 'http://h.example/', 'https://h.example/', ''],
    ['a=1; Secure', 'http://127.0.0.1:81/', 'http://127.0.0.1:82/', 'a=1'],
    ['a=1; Secure', 'http://localhost/', 'http://localhost/', 'a=1'],
    ['a=1; Max-Age=0', 'http://h.example/', 'http://h.example/', ''],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'http://h.example/', 'http://h.example/', ''],
    [
      'a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'http://h.example/',
      'http://h.example/',
      'a=1',
    ],
    ['a=1; SameSite=Strict; HttpOnly', 'http://h.example/', 'http://h.example/', 'a=1'],
    ['__Host-a=1; Secure; Domain=h.example; Path=/', 'https://h.example/', 'https://h.example/', ''],
    ['__Secure-a=1', 'https://h.example/', 'https://h.example/', ''],
    ['a="x y"', 'http://h.example/', 'http://h.example/', 'a="x y"'],
  ])('that receives %j from %s sends to %s: %j', (field, from, url, sent) => {
    expect(pairs(url, from, field)).toBe(sent);
  });

  it.each([
    ['a=1; Domain=co.uk', 'http://h.co.uk/'],
    ['a=1; Domain=github.io', 'http://h.github.io/'],
    ['a=1; Domain=other.example', 'http://h.example/'],
    ['a=1; Domain=sub.h.example', 'http://h.example/'],
  ])('refuses %j from %s, because the server does not own the domain', (field, from) => {
    const jar = openJar([]);
    jar.receive(from, [field]);
    expect(jar.takeChanges()).toEqual({ set: [], removed: [] });
  });

  it('stores no cookie that is too long, and at most 50 cookies per response', () => {
    const many = Array.from({ length: 60 }, (_, index) => `c${index}=1`);
    expect(pairs('http://h.example/', 'http://h.example/', ...many).split('; ')).toHaveLength(50);
    expect(pairs('http://h.example/', 'http://h.example/', `a=${'x'.repeat(4_096)}`)).toBe('');
  });

  it('reports set, replaced, removed and expired cookies, but not unchanged cookies', () => {
    const old = sampleCookie({ receivedBy: 'claude' });
    const expired = sampleCookie({ name: 'old', expires: '2020-01-01T00:00:00.000Z' });
    const jar = openJar([old, sampleCookie({ name: 'b' }), sampleCookie({ name: 'c' }), expired]);
    jar.receive('http://h.example/', ['b=2', 'c=; Max-Age=0', 'd=4; HttpOnly; SameSite=Lax']);
    const { set, removed } = jar.takeChanges();
    expect(set.map(({ name, value, httpOnly, sameSite }) => [name, value, httpOnly, sameSite])).toEqual([
      ['b', '2', false, undefined],
      ['d', '4', true, 'lax'],
    ]);
    expect(removed.map(({ name }) => name)).toEqual(['c', 'old']);
  });

  it('can be cleared by a script, and keeps what the script sets afterwards', () => {
    const jar = openJar([sampleCookie({}), sampleCookie({ name: 'b', domain: 'other.example' })]);
    expect(jar.edit({ kind: 'clear' })).toBeUndefined();
    expect([jar.all(), jar.sentTo('http://h.example/')]).toEqual([[], []]);
    jar.edit({ kind: 'set', url: 'http://h.example/', name: 'b', value: 'new' });
    const { set, removed } = jar.takeChanges();
    expect(set.map(({ name, value }) => `${name}=${value}`)).toEqual(['b=new']);
    expect(removed.map(({ domain }) => domain).sort()).toEqual(['h.example', 'other.example']);
  });

  it('may contain the maximum number of cookies when it is opened', () => {
    const cookies = Array.from({ length: maxJarCookies }, (_, index) => sampleCookie({ name: `c${index}` }));
    const jar = openJar(cookies);
    expect(jar.sentTo('http://h.example/')).toHaveLength(maxJarCookies);
    jar.receive('http://h.example/', ['c0=; Max-Age=0', 'c1=new', 'more=1']);
    const { set, removed } = jar.takeChanges();
    expect(set.map(({ name, value }) => `${name}=${value}`)).toEqual(['c1=new', 'more=1']);
    expect(removed.map(({ name }) => name)).toEqual(['c0']);
  });

  it('keeps all attributes of the cookies that it is opened with', () => {
    const expires = '2999-01-02T03:04:05.000Z';
    const cookies = [
      sampleCookie({ name: 'b', path: '/x', hostOnly: false, httpOnly: true, sameSite: 'lax', expires }),
      sampleCookie({ name: 'c', secure: true }),
    ];
    expect(openJar(cookies).sentTo('https://h.example/x')).toEqual(cookies);
  });

  it('remembers who received a cookie first, until it changes', () => {
    const jar = openJar([sampleCookie({ receivedBy: 'ann' })], 'bob');
    const listReceivers = () => jar.all().map(({ value, receivedBy }) => [value, receivedBy]);
    jar.receive('http://h.example/', ['a=1']);
    expect(listReceivers()).toEqual([['1', 'ann']]);
    jar.receive('http://h.example/', ['a=2']);
    expect(listReceivers()).toEqual([['2', 'bob']]);
  });

  it('adds its cookies to a Cookie header, but not cookies with the same names', () => {
    const cookies = [
      { name: 'a', value: 'jar' },
      { name: 'b', value: 'jar' },
    ];
    expect(addCookies([['Cookie', 'a=own; c=own;']], cookies)).toEqual([['cookie', 'a=own; c=own; b=jar']]);
    expect(addCookies([['x', 'y']], [])).toEqual([['x', 'y']]);
  });
});

/** Starts a server that sets cookies in each response of a redirect chain and responds with the Cookie header that it received. */
const startCookieServer = async (use: (origin: string) => Promise<void>) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://h');
    if (pathname === '/login') {
      response.writeHead(302, {
        location: '/area/home',
        'set-cookie': [
          'sid=1',
          'area=2; Path=/area',
          'gone=3; Max-Age=0',
          'secure=4; Secure',
          'other=5; Path=/other',
        ],
      });
      response.end();
    } else if (pathname === '/area/home') {
      response.setHeader('set-cookie', [
        'sid=new',
        'area=; Path=/area; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ]);
      response.end(request.headers.cookie ?? '');
    } else response.end(request.headers.cookie ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const sortCookies = (header: string): readonly string[] => header.split('; ').sort();

it(
  'cookies are sent and stored at every redirect, as by curl with a cookie jar',
  { tags: 'cookies:hops' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-jar-'));
    const transport = createTransport();
    const curl = async (url: string): Promise<string> => {
      const file = join(folder, 'jar');
      return (await promisify(execFile)('curl', ['-sL', '-b', file, '-c', file, url])).stdout;
    };
    try {
      await startCookieServer(async (origin) => {
        const jar = openJar([]);
        const send = async (path: string): Promise<string> => {
          const options = { timeoutMs: 60_000, followRedirects: true, maxRedirects: 5, maxBytes: 10_000 };
          const guard = () => Promise.resolve(undefined);
          const signal = new AbortController().signal;
          const request = { method: 'GET', url: origin + path, headers: [], body: { kind: 'none' } } as const;
          const outcome = await transport.send(request, { ...options, signal, guard, cookies: jar })();
          return E.isRight(outcome) ? Buffer.from(outcome.right.body).toString() : outcome.left.fault.message;
        };
        for (const path of ['/login', '/area/x', '/other', '/']) {
          expect(sortCookies(await send(path)), path).toEqual(sortCookies(await curl(origin + path)));
        }
        expect(sortCookies(await send('/'))).toEqual(['secure=4', 'sid=1']);
      });
    } finally {
      await transport.close();
      await rm(folder, { recursive: true });
    }
  },
);

describe('a jar that receives a cookie', { tags: 'cookies:prefix' }, () => {
  const received = (field: string, url = 'https://h.example/') => {
    const jar = openJar([]);
    jar.receive(url, [field]);
    return jar.sentTo('https://h.example/').map(({ name, value }) => `${name}=${value}`);
  };

  it.each([
    ['__Host-a=1; Secure; Path=/', ['__Host-a=1']],
    ['__host-sid=1; Path=/', []],
    ['__HOST-sid=1; Secure; Path=/a', []],
    ['__hOST-sid=1; Secure; Path=/; Domain=h.example', []],
    ['__host-sid=1; Secure; Path=/', ['__host-sid=1']],
    ['__SECURE-sid=1', []],
    ['__secure-sid=1; Secure', ['__secure-sid=1']],
    ['=__Secure-a=1', []],
    ['=__Secure-a; Secure', []],
    ['=__host-a; Secure; Path=/', []],
    ['=a__Secure-', ['=a__Secure-']],
    ['b=1\t2; Path=/', ['b=1\t2']],
    ['\tb = \t1\t', ['b=1']],
    ['b\tc=1', ['b\tc=1']],
    ['b=1\u00012', []],
  ])('stores %j as %j', (field, kept) => {
    expect(received(field)).toEqual(kept);
  });
});

describe('a script that edits the jar', { tags: 'cookies:scripts' }, () => {
  const url = 'http://h.example/';
  const set = (more: object = {}) => ({ kind: 'set', url, name: 'a', value: '1', ...more }) as const;

  it('sets a cookie as a response would, with its attributes', () => {
    const jar = openJar([]);
    const expires = '2999-01-02T03:04:05.000Z';
    expect(jar.edit(set())).toBeUndefined();
    const attributes = { domain: 'h.example', path: '/x', expires, httpOnly: true, sameSite: 'lax' };
    expect(jar.edit(set({ name: 'b', ...attributes }))).toBeUndefined();
    expect(jar.edit(set({ url: 'https://h.example/', name: 'c', secure: true }))).toBeUndefined();
    expect(jar.sentTo('http://sub.h.example/x').map(({ name }) => name)).toEqual(['b']);
    expect(jar.sentTo('https://h.example/').map(({ name }) => name)).toEqual(['a', 'c']);
    const { set: changed, removed } = jar.takeChanges();
    expect(removed).toEqual([]);
    expect(changed).toMatchObject([
      {
        name: 'a',
        value: '1',
        domain: 'h.example',
        path: '/',
        hostOnly: true,
        secure: false,
        httpOnly: false,
      },
      {
        name: 'b',
        domain: 'h.example',
        path: '/x',
        hostOnly: false,
        expires,
        httpOnly: true,
        sameSite: 'lax',
      },
      { name: 'c', secure: true },
    ]);
    expect(jar.takeChanges()).toEqual({ set: [], removed: [] });
  });

  it('deletes all cookies of a name that apply to a URL, and no others', () => {
    const cookies = [
      sampleCookie({ name: 'a' }),
      sampleCookie({ name: 'a', path: '/x' }),
      sampleCookie({ name: 'a', path: '/y' }),
      sampleCookie({ name: 'b' }),
    ];
    const jar = openJar(cookies);
    expect(jar.edit({ kind: 'delete', url: `${url}x`, name: 'a' })).toBeUndefined();
    expect(jar.all().map(({ name, path }) => name + path)).toEqual(['a/y', 'b/']);
    expect(jar.takeChanges()).toMatchObject({
      set: [],
      removed: [
        { name: 'a', path: '/' },
        { name: 'a', path: '/x' },
      ],
    });
  });

  const words = 'a name has no =, ;, control characters and characters outside Latin-1';
  const text = 'its value or an attribute has ;, a control character or one outside Latin-1';
  it.each([
    [{ url: 'h' }, 'its URL cannot be parsed'],
    [{ name: 'a=b' }, words],
    [{ name: 'a;b' }, words],
    [{ value: 'a;b' }, text],
    [{ path: '/\n' }, text],
    [{ sameSite: '€' }, text],
    [{ expires: 'soon' }, 'its date cannot be parsed'],
    [{ value: 'x'.repeat(4_096) }, 'its name and value are longer than 4096 bytes'],
    [{ domain: 'other.example' }, 'its domain other.example is not one that the host belongs to'],
    [{ url: 'http://h.co.uk/', domain: 'co.uk' }, 'its domain co.uk is a public suffix'],
    [{ secure: true }, 'it is secure, but its URL is not'],
    [{ name: '__Host-a' }, 'its prefix __Host- or __Secure- requires other attributes'],
  ])('is told why %j is not stored', (more, reason) => {
    const jar = openJar([]);
    expect(jar.edit(set(more))).toBe(reason);
    expect(jar.all()).toEqual([]);
  });

  it('gets an error if the URL of a deletion cannot be parsed', () => {
    expect(openJar([]).edit({ kind: 'delete', url: 'h', name: 'a' })).toBe('its URL cannot be parsed');
  });
});
