/** How a hostile script may end. A script has several if it depends on the engine which limit it exceeds first. */
export type HostileOutcome = 'answers' | 'fails' | 'times out' | 'runs out of memory';

/** A malicious script. */
export interface HostileScript {
  readonly name: string;
  /** The complete module. */
  readonly source: string;
  /** The handler to call. */
  readonly handler: 'onRequest' | 'onTest';
  readonly ends: readonly HostileOutcome[];
}

type Sources = Readonly<Record<string, string>>;

const createScriptFactory =
  (handler: HostileScript['handler'], wrap: (body: string) => string) =>
  (ends: readonly HostileOutcome[], scripts: Sources): HostileScript[] =>
    Object.entries(scripts).map(([name, body]) => ({ name, source: wrap(body), handler, ends }));

/** Creates scripts from the bodies of their asynchronous onRequest(req). */
export const createHostileScripts = createScriptFactory(
  'onRequest',
  (body) => `export async function onRequest(req) { ${body} }`,
);

/** Creates scripts from complete modules. */
export const createModuleScripts = createScriptFactory('onRequest', (body) => body);

/** Creates scripts from the bodies of their onTest(req, res). */
export const createTestScripts = createScriptFactory(
  'onTest',
  (body) => `export async function onTest(req, res) { ${body} }`,
);

/** Scripts that try to escape. Each returns what it found, which must not be anything of Tandem's own. */
export const escapes: readonly HostileScript[] = [
  ...createHostileScripts(['answers'], {
    'the constructor of a global function': `return setTimeout.constructor('return typeof process')()`,
    'the constructor of the console': `return console.log.constructor('return this.process')() === undefined`,
    'the constructor of req': `return req.constructor.constructor('return typeof require')()`,
    'the constructor of req.env': `return req.env.constructor.constructor('return typeof process')()`,
    'the constructor of a header method': `return req.headers.set.constructor('return typeof process')()`,
    'the class of an error of ours': `try { req.headers.set('a b', '1') } catch (e) { return e.constructor.constructor('return typeof process')() }`,
    'the class of an error of a host function': `try { setTimeout(1) } catch (e) { return e.constructor.constructor('return typeof process')() }`,
    'the frames of prepareStackTrace': `Error.prepareStackTrace = (e, frames) => frames.map((f) => typeof f.getThis() + typeof f.getFunction());
      const found = new Error('x').stack; return JSON.stringify(found).includes('process')`,
    'the caller of a handler': `const f = Function('return arguments.callee.caller'); return f() === null || typeof f()`,
    'the host by eval': `return eval('typeof process + typeof require + typeof module')`,
    'every global name': `return Object.getOwnPropertyNames(globalThis).filter((n) => /tandem|ivm|process|require|\\$/i.test(n))`,
    'the parts of a host function': `return [setTimeout, crypto.getRandomValues, crypto.subtle.digest].map((f) => Object.getOwnPropertyNames(f).join())`,
    'a proxy as an argument': `const seen = []; const p = new Proxy({}, { get: (t, k) => { seen.push(String(k)); } });
      try { setTimeout(() => 1, p) } catch {} try { req.env.setVariable('x', p) } catch {} return seen.some((s) => s === 'process')`,
    'the source of the prelude': `return [test, expect, Headers, setTimeout].map(String).join().includes('/work')`,
    'memory that is shared': `return typeof SharedArrayBuffer + typeof Atomics + typeof WebAssembly`,
  }),
  ...createHostileScripts(['answers', 'fails', 'times out'], {
    'a stack overflow within a host function': `let deepest; const f = () => { try { setTimeout(() => 1, 1) } catch (e) { deepest = e } f() };
      try { f() } catch (e) { return e.constructor === RangeError && RangeError.constructor('return typeof process')() }`,
    'a symbol of iteration on arrays': `Array.prototype[Symbol.iterator] = function* () { yield ['x', 1] }; return 1`,
  }),
  ...createHostileScripts(['fails'], {
    'a dynamic import': `return await import('node:fs')`,
    'a dynamic import of data': `return await import('data:text/javascript,export default 1')`,
    require: `return require('node:fs')`,
    'a process': `return process.env`,
    'a binding': `return process.binding('fs')`,
    'the network': `return await fetch('http://127.0.0.1')`,
  }),
  ...createModuleScripts(['fails'], {
    'a static import': `import fs from 'node:fs'; export const onRequest = () => fs;`,
    'an import of the wrapper': `import * as x from 'script'; export const onRequest = () => x;`,
    'an export from elsewhere': `export * from 'node:os';`,
    'a script that is too long': `/*${'x'.repeat(1024 * 1024)}*/`,
    'a deep nest of brackets': `export const onRequest = () => ${'['.repeat(50_000)}`,
  }),
];

/** Scripts that try to run forever. */
export const timeWasters: readonly HostileScript[] = [
  ...createHostileScripts(['times out'], {
    'a loop': `for (;;);`,
    'a loop that catches everything': `for (;;) { try { for (;;); } catch {} }`,
    'a loop in finally': `try { return 1 } finally { for (;;); }`,
    'a chain of promises': `const f = () => Promise.resolve().then(f); await f();`,
    'a queue of microtasks': `const f = () => queueMicrotask(f); f(); await new Promise(() => 0);`,
    'a thenable that calls itself': `const t = { then: (r) => r(t) }; await t;`,
    'a timer that loops': `setTimeout(() => { for (;;); }, 1); await new Promise(() => 0);`,
    'a comparator that loops': `[2, 1].sort(() => { for (;;); })`,
    'a getter that loops': `return { get x() { for (;;); } }`,
    'a toJSON that loops': `return { toJSON() { for (;;); } }`,
    'a proxy that loops': `return new Proxy({}, { ownKeys() { for (;;); } })`,
    'an iterator without end': `new Set({ *[Symbol.iterator]() { for (;;) yield 1 } })`,
    'a slow regular expression': `/^(a+)+$/.test('a'.repeat(40) + 'b')`,
    'a slow expression in replace': `('x'.repeat(40) + 'y').replace(/(x+x+)+z/g, '')`,
    'a message with a slow toString': `throw { toString() { for (;;); }, get message() { for (;;); } }`,
    'an error with a slow stack': `const e = new Error(); Object.defineProperty(e, 'stack', { get() { for (;;); } }); throw e`,
  }),
  ...createHostileScripts(['times out', 'runs out of memory', 'fails'], {
    'a huge power': `return String(2n ** (2n ** 28n))`,
    'a huge shift': `return String((1n << (1n << 27n)) ** 3n)`,
    'a regular expression that is long to compile': `new RegExp('(?:' + 'a?'.repeat(1e6) + ')*'.repeat(1)).test('a'.repeat(1e5))`,
  }),
  ...createModuleScripts(['times out'], {
    'a loop at the top': `for (;;);`,
  }),
];

/** Scripts that try to make others wait forever while they use almost no CPU time. */
export const idlers: readonly HostileScript[] = [
  ...createHostileScripts(['times out'], {
    'a promise that never settles': `await new Promise(() => 0);`,
    'timers without end': `await new Promise(() => { const f = () => { try { setTimeout(f, 0) } catch {} }; f(); });`,
  }),
  ...createModuleScripts(['times out'], {
    'a top that never ends': `await new Promise(() => 0); export const onRequest = () => 1;`,
  }),
  ...createModuleScripts(['answers', 'fails', 'times out'], {
    'the loader, taken away': `delete globalThis.__tandemLoaded; export const onRequest = () => 1;`,
    'the loader, replaced': `Object.defineProperty(globalThis, '__tandemLoaded', { value: (x) => { globalThis.leak = x; } }); export const onRequest = () => 1;`,
  }),
  ...createHostileScripts(['answers', 'fails', 'times out'], {
    'a Promise of its own in a call': `globalThis.Promise = class { then() { return this } }; try { await send('x') } catch {} return 1`,
  }),
  ...createTestScripts(['times out'], {
    'a test that never ends': `test('a', () => new Promise(() => 0));`,
  }),
];

/** Scripts that try to use all memory. */
export const memoryHogs: readonly HostileScript[] = [
  ...createHostileScripts(['runs out of memory', 'times out', 'fails'], {
    'objects without end': `const a = []; for (;;) a.push({ x: [a.length] });`,
    'strings without end': `let s = 'x'; const a = []; for (;;) a.push((s += s.slice(0, 1e6) + 'y') + a.length);`,
    'a string that doubles': `let s = 'x'; for (;;) s += s;`,
    'flat strings': `const a = []; for (let i = 0; ; i++) a.push(JSON.stringify('x'.repeat(1e6)) + i);`,
    'an array that is filled': `Array(2 ** 32 - 1).fill(0);`,
    'an array of numbers': `new Array(1e8).fill(1.1);`,
    'a map that grows': `const m = new Map(); for (let i = 0; ; i++) m.set(i, i);`,
    'a set that grows': `const m = new Set(); for (let i = 0; ; i++) m.add(i);`,
    buffers: `const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));`,
    'one buffer': `new ArrayBuffer(2 ** 33)`,
    promises: `const a = []; for (;;) a.push(Promise.resolve({}));`,
    closures: `const a = []; for (let i = 0; ; i++) { const b = Array(100).fill(i); a.push(() => b); }`,
    'deep JSON': `JSON.parse('['.repeat(5e6) + ']'.repeat(5e6));`,
    'wide JSON': `JSON.parse('[' + '0,'.repeat(3e7) + '0]');`,
    'a long join': `Array(1e8).join('xxxxxxxxxx');`,
    arguments: `Math.max(...Array(1e7).fill(1));`,
    recursion: `const f = () => f() + 1; f();`,
    'recursion through a proxy': `const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x;`,
    'recursion through toString': `const o = { toString() { return '' + o } }; '' + o;`,
    'a deep structure': `let o = {}; for (let i = 0; i < 1e6; i++) o = { o }; return o;`,
    'a deep comparison': `let a = {}, b = {}; for (let i = 0; i < 1e5; i++) { a = { a }; b = { a: b }; } const e = expect(a).toEqual(b);`,
    'hashes in flight': `const b = new Uint8Array(8e6); for (;;) crypto.subtle.digest('SHA-256', b);`,
    'a variable that grows': `let s = 'x'.repeat(1e6); for (let i = 0; ; i++) req.env.setVariable('v' + i, s + i);`,
  }),
];

/** Scripts that return invalid answers. */
export const liars: readonly HostileScript[] = [
  ...createHostileScripts(['fails'], {
    'a header with a line break': `req.headers.set('x', 'a\\r\\nb: c')`,
    'a header with a bad name': `req.headers.set('a b', 'c')`,
    'a mock with a bad status': `return new ServiceResponse('', { status: 99 })`,
    'a huge result': `return 'x'.repeat(1e6)`,
    'a body that is no text': `req.body = { a: 1 }`,
    'a result with a BigInt': `return 1n`,
    'a result with a cycle': `const a = {}; a.a = a; return a`,
    'a getter that throws': `return { get x() { throw new Error('no') } }`,
    'a toJSON of all objects': `Object.prototype.toJSON = () => ({ present: 'no' })`,
    'a throw of nothing': `throw undefined`,
    'a throw of a proxy': `throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })`,
    'a throw of a revoked proxy': `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy`,
    'an error without a readable message': `const e = new Error(); Object.defineProperty(e, 'message', { get() { throw 1 } }); throw e`,
    'an error with a huge message': `throw new Error('x'.repeat(1e7))`,
    'a test outside onTest': `test('a', () => 1)`,
    'a thenable that rejects': `return { then: (_, no) => no(new Error('then')) }`,
    'a frozen request': `'use strict'; Object.freeze(req); req.url = 'x'`,
  }),
  ...createHostileScripts(['fails', 'times out'], {
    'a huge body': `req.body = 'x'.repeat(2e7)`,
  }),
  ...createHostileScripts(['answers', 'fails'], {
    'a JSON of its own': `JSON.stringify = () => '{"present":1}'; JSON.parse = () => 1; return 1`,
    'prototypes that are gone': `for (const C of [Array, Map, Set, String, Promise, RegExp]) for (const k of Reflect.ownKeys(C.prototype)) { try { delete C.prototype[k] } catch {} } return 1`,
    'an object prototype with everything': `for (const k of ['error', 'mock', 'tests', 'logs', 'changes', 'line', 'stack']) Object.defineProperty(Object.prototype, k, { get: () => 'forged', set() {} }); return 1`,
    'a prototype by its name': `return JSON.parse('{"__proto__":{"polluted":1}}')`,
    'a variable named __proto__': `req.env.setVariable('__proto__', 'x'); return req.env.getVariable('__proto__')`,
    'a then on all objects': `Object.prototype.then = function (r) { r('forged') }; return {}`,
    'a promise of its own': `Promise.prototype.then = function () { return 1 }; return 1`,
    'globals that are gone': `for (const k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k] } catch {} } return 1`,
    'a console without end': `for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100)); return 1`,
    'a console of strange things': `console.log(new Proxy({}, { get() { throw 1 } }), { get x() { throw 1 } }, Symbol('s'), 1n, () => 1); return 1`,
    'a date of its own': `Date.now = () => NaN; globalThis.Date = 1; return 1`,
    'headers of a strange kind': `req.headers = { a: 'b' }; return 1`,
  }),
];

/** Scripts that misuse calls. Each call is answered at once. */
export const callers: readonly HostileScript[] = [
  ...createHostileScripts(['answers'], {
    'a flood of calls': `let refused = 0; for (let n = 0; n < 10_000; n++) send('http://h/' + n).catch(() => { refused += 1 });
      await new Promise((done) => setTimeout(done, 5)); return refused > 9_000`,
    'calls that nobody awaits': `for (let n = 0; n < 100; n++) void send('http://h/' + n); return 1`,
    'calls that follow calls that nobody awaits': `const again = () => send('x').then(again, () => 0); again(); return 1`,
    'numbers of other calls': `return [typeof send.id, typeof __tandemAsk, Object.getOwnPropertyNames(send).join()].join()`,
    'the constructor of a call': `return send.constructor('return typeof process')()`,
  }),
  ...createHostileScripts(['answers', 'fails'], {
    'a Map that lies': `Map.prototype.get = () => 0; Map.prototype.delete = () => false; send('x').catch(() => 0); return 1`,
    'a then on all objects': `Object.prototype.then = function (r) { r('forged') }; await send('x'); return 1`,
    'a getter as an argument': `await send({ get url() { throw new Error('no') } })`,
    'a proxy as an argument': `await send(new Proxy({}, { get: () => 'x', ownKeys: () => ['url'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }))`,
    'a huge body': `await send({ url: 'x', body: 'y'.repeat(2e7) })`,
    'a cycle as JSON': `const a = {}; a.a = a; await send({ url: 'x', json: a })`,
    'deep JSON': `let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; await send({ url: 'x', json: o })`,
    'deep variables': `let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; await execute('x', { variables: o })`,
  }),
  ...createHostileScripts(['times out'], {
    'a loop beside a call': `send('x'); for (;;);`,
    'a loop after a call': `await send('x'); for (;;);`,
  }),
];
