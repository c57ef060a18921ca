import { createHash, createHmac } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime();
afterAll(() => runtime.close());
const { onRequest } = sampleRuns(runtime);

const resultOf = async (body: string): Promise<unknown> => {
  const { result, error } = await onRequest(body);
  expect(error).toBeNull();
  return result;
};

describe('URL', () => {
  it('parses URLs as the platform parses them', async () => {
    const addresses = [
      'http://h/a/../b?q=1#x',
      'HTTP://EXÄMPLE.com:80/ä b',
      'https://u:p@h:8443/%7Ea?x=a+b&x=%20',
      'http://[::1]:3000/',
      'http://127.1/',
      'http://0x7f.1/',
      'file:///etc/x',
      'data:text/plain,x y',
      'no address',
      'http://a b/',
      'http://h:99999/',
      '//h/x',
    ];
    const read = (text: string) => {
      try {
        const { href, origin, host, pathname, search, hash, username, password } = new URL(
          text,
          'http://base/d/',
        );
        return [href, origin, host, pathname, search, hash, username, password];
      } catch (error) {
        return (error as Error).name;
      }
    };
    const ours = await resultOf(
      `const read = ${read.toString()}; return ${JSON.stringify(addresses)}.map(read)`,
    );
    expect(ours).toEqual(addresses.map(read));
  });

  it('serializes parameters as the platform serializes them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string(), fc.string({ unit: 'grapheme' })), { maxLength: 5 }),
        async (pairs) => {
          const ours = await resultOf(`return String(new URLSearchParams(${JSON.stringify(pairs)}))`);
          expect(ours).toBe(String(new URLSearchParams(pairs)));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('crypto', () => {
  const text = 'grüße €';

  it.each([
    ['SHA-1', 'sha1'],
    ['SHA-256', 'sha256'],
    ['SHA-384', 'sha384'],
    ['SHA-512', 'sha512'],
  ])('computes hashes with %s', async (name, own) => {
    const ours = await resultOf(`const bytes = new TextEncoder().encode(${JSON.stringify(text)});
      const digest = await crypto.subtle.digest('${name}', bytes);
      return btoa(String.fromCharCode(...new Uint8Array(digest)))`);
    expect(ours).toBe(createHash(own).update(text).digest('base64'));
  });

  it('signs and verifies with HMAC', async () => {
    const ours = await resultOf(`const encode = (text) => new TextEncoder().encode(text);
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const key = await crypto.subtle.importKey('raw', encode('key'), algorithm, false, ['sign', 'verify']);
      const made = await crypto.subtle.sign('HMAC', key, encode('data'));
      const holds = await crypto.subtle.verify('HMAC', key, made, encode('data'));
      const fails = await crypto.subtle.verify('HMAC', key, made, encode('date'));
      return [btoa(String.fromCharCode(...new Uint8Array(made))), holds, fails]`);
    expect(ours).toEqual([createHmac('sha256', 'key').update('data').digest('base64'), true, false]);
  });

  it('returns random values that differ between executions', async () => {
    const body = `return [crypto.randomUUID(), crypto.randomUUID(), Math.random(), crypto.getRandomValues(new Uint32Array(2)).join()]`;
    const [one, other] = [(await resultOf(body)) as string[], (await resultOf(body)) as string[]];
    expect(one[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set([...one, ...other]).size).toBe(8);
  });

  it.each([
    `await crypto.subtle.digest('MD5', new Uint8Array())`,
    `await crypto.subtle.digest('SHA-256', 'text')`,
    `crypto.getRandomValues(new Float32Array(1))`,
    `crypto.getRandomValues(new Uint8Array(65537))`,
  ])('refuses %s', async (body) => {
    expect((await onRequest(body)).error).toMatchObject({ code: 'SCRIPT_ERROR', line: 1 });
  });
});

describe('Date', () => {
  it('creates real dates with any clock', async () => {
    const body = `const now = new Date(); class Day extends Date {}
      return [now instanceof Date, now.constructor === Date, Math.abs(now - Date.now()) < 1000, typeof Date(),
        new Date(0).toISOString(), new Date(2020, 1, 2).getDate(), new Day() instanceof Day, Date.UTC(1970, 0, 1)]`;
    expect(await resultOf(body)).toEqual([
      true,
      true,
      true,
      'string',
      '1970-01-01T00:00:00.000Z',
      2,
      true,
      0,
    ]);
  });
});

describe('a timer', () => {
  it('fires in order, and can be cleared', async () => {
    const body = `const seen = []; const timer = setTimeout(() => seen.push('never'), 1);
      setTimeout((x) => seen.push(x), 200, 'b'); setTimeout(() => seen.push('a'), 1); clearTimeout(timer);
      await new Promise((done) => setTimeout(done, 200)); return seen`;
    expect(await resultOf(body)).toEqual(['a', 'b']);
  });

  it('is refused if the script already has a thousand', async () => {
    const { error } = await onRequest(`for (let i = 0; i < 2000; i++) setTimeout(() => 1, 1)`);
    expect(error?.message).toContain('1000 timers');
  });
});
