import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());
const { onRequest } = sampleRuns(runtime);

describe('a script', () => {
  it.each([
    ['req.method = null', 'req.method must be a string, not null'],
    ['req.method = undefined', 'req.method must be a string, not undefined'],
    ['req.url = 7', 'req.url must be a string or a URL, not 7'],
    ['const a = {}; a.a = a; return a', 'circular'],
    ['return 1n', 'BigInt'],
  ])('gets a clear error for %s', async (body, message) => {
    expect((await onRequest(body)).error?.message).toContain(message);
  });

  it('may set the URL to a URL object', async () => {
    expect((await onRequest(`req.url = new URL('/y', req.url)`)).request.url).toBe('http://h/y');
  });

  it('returns the same JSON as JSON.stringify', async () => {
    const { result } = await onRequest(
      `return { a: () => 1, b: Symbol(), c: new Map([[1, 2]]), d: [() => 1], e: new Error('x') }`,
    );
    expect(result).toEqual({ c: {}, d: [null], e: {} });
  });

  it('can use console.group, console.count and console.time', async () => {
    const { logs, error } = await onRequest(`console.group('g'); console.log('a\\nb');
      console.groupEnd(); console.groupEnd();
      console.count(); console.count(); console.countReset(); console.count(); console.count('x');
      console.time('t'); console.timeLog('t', 1); console.timeEnd('t'); console.timeEnd('t');`);
    expect(error).toBeNull();
    expect(logs.map(({ message }) => message.replace(/\d+ ms/, 'N ms'))).toEqual([
      'g',
      '  a\n  b',
      'default: 1',
      'default: 2',
      'default: 1',
      'x: 1',
      't: N ms 1',
      't: N ms',
      "Timer 't' does not exist",
    ]);
  });

  it('decodes bytes in chunks', async () => {
    const { result } = await onRequest(`const decoder = new TextDecoder(); let text = '';
      for (const one of [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('a€😀ü')])
        text += decoder.decode(Uint8Array.of(one), { stream: true });
      decoder.decode();
      return [text, decoder.decode(Uint8Array.of(0xe2, 0x82), { stream: true }), decoder.decode().length > 0,
        decoder.decode(Uint8Array.of(97))];`);
    expect(result).toEqual(['a€😀ü', '', true, 'a']);
  });

  it('can use a key only for the usages it was imported with', async () => {
    const use = (usage: string, call: string) =>
      onRequest(`const data = Uint8Array.of(1), algorithm = { name: 'HMAC', hash: 'SHA-256' };
        const key = await crypto.subtle.importKey('raw', data, algorithm, false, ['${usage}']);
        return (await crypto.subtle.${call}) !== undefined`);
    expect((await use('verify', `sign('HMAC', key, data)`)).error?.message).toContain('not imported to sign');
    expect((await use('sign', `verify('HMAC', key, data, data)`)).error?.message).toContain('to verify');
    expect((await use('sign', `sign('HMAC', key, data)`)).result).toBe(true);
    expect((await use('verify', `verify('HMAC', key, data, data)`)).result).toBe(true);
  });
});
