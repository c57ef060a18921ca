import { homedir } from 'node:os';

import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { cpuMs: 20_000, wallMs: 60_000 } });
afterAll(() => runtime.close());
const { onRequest } = sampleRuns(runtime);

const secrets = [
  process.cwd(),
  homedir(),
  process.execPath,
  'file:',
  'node:',
  'tandem:',
  'host.mjs',
  'isolated-vm',
  'node_modules',
];

/** A program that follows every property, prototype and accessor, calls every function with odd arguments, and reads every text. */
const walk = (odd: string) => `
  const secrets = ${JSON.stringify(secrets)}, found = [], seen = new Set(), queue = [];
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, apply } = Reflect;
  const { includes } = String.prototype;
  const { then } = Promise.prototype;
  const take = (value) => {
    if (value instanceof Promise) apply(then, value, [take, take]);
    if (typeof value === 'string') { for (const secret of secrets) if (apply(includes, value, [secret])) found.push(value.slice(0, 200)); }
    else if ((typeof value === 'object' && value !== null) || typeof value === 'function') { if (!seen.has(value)) { seen.add(value); queue.push(value); } }
  };
  const attempt = (work) => { try { take(work()); } catch (error) { take(error); } };
  const own = new Set([secrets, found, seen, queue]);
  let steps = 0, called = 0;
  const skipped = new Set(['freeze', 'seal', 'preventExtensions', 'setPrototypeOf', 'deleteProperty', 'defineProperty', 'defineProperties', 'clear', 'delete', 'fill', 'sort', 'splice', 'add', 'pop', 'shift', 'push', 'unshift', 'set', 'length']);
  for (const start of [globalThis, req, Object, new Error('x'), async () => 1, function* () {}, async function* () {}, /x/, Promise.resolve()]) take(start);
  while (queue.length > 0 && steps++ < 20_000) {
    const value = queue.shift();
    if (own.has(value)) continue;
    attempt(() => getPrototypeOf(value));
    if (typeof value === 'function' && !skipped.has(value.name)) {
      attempt(() => String(value));
      for (const args of [[], [${odd}], [${odd}, ${odd}]]) { called += 1; attempt(() => apply(value, undefined, args)); attempt(() => new value(...args)); }
    }
    let keys = [];
    try { keys = ownKeys(value); } catch (error) { take(error); }
    for (const key of keys.slice(0, 500)) {
      take(String(key));
      attempt(() => value[key]);
      const at = getOwnPropertyDescriptor(value, key);
      if (at) for (const part of [at.get, at.set]) take(part);
    }
  }
  return { found: [...new Set(found)], called, steps };`;

describe('everything that a script can reach', () => {
  it.each([
    ['nothing', 'undefined'],
    ['a proxy', 'new Proxy(() => 1, { get: () => 1, apply: () => 1 })'],
    ['itself', 'globalThis'],
    ['a number', '1e3'],
  ])('reveals none of our paths or files when it is called with %s', async (_, odd) => {
    const { error, result } = await onRequest(walk(odd));
    expect(error).toBeNull();
    expect(result).toMatchObject({ found: [] });
    expect((result as { called: number }).called).toBeGreaterThan(500);
  });
});
