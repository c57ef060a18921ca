import {
  type HostileScript,
  createHostileScripts,
  createTestScripts,
  createModuleScripts,
} from './hostile-scripts.js';

/** Scripts that change the functions with which the guest writes its answer. */
export const forgers: readonly HostileScript[] = [
  ...createHostileScripts(['answers', 'fails'], {
    'a push that throws': `Array.prototype.push = () => { throw 1 }; return 1`,
    'an item that all lists have': `Object.defineProperty(Array.prototype, '0', { get: () => 'forged', set() { throw 1 }, configurable: true }); return [1]`,
    'maps that lie': `Map.prototype.set = Map.prototype.get = Map.prototype.has = Map.prototype.delete = () => 'forged'; return 1`,
    'a Reflect that throws': `for (const k of Reflect.ownKeys(Reflect)) { try { Reflect[k] = () => { throw 1 } } catch {} } return new Error('x').stack`,
    'an Object that throws': `Object.defineProperty = Object.keys = Object.entries = Object.assign = () => { throw 1 }; return 1`,
    'strings that throw': `for (const k of ['slice', 'split', 'replace', 'includes', 'startsWith', 'toLowerCase']) String.prototype[k] = () => { throw 1 }; throw new Error('x')`,
    'a toJSON of all kinds': `for (const C of [String, Number, Boolean, Array]) C.prototype.toJSON = () => 'forged'; return { a: [1, 'x', true] }`,
    'an instance of everything': `Object.defineProperty(ServiceResponse, Symbol.hasInstance, { value: () => true }); return { status: 200 }`,
    'a mock of its own making': `ServiceResponse.toMock = () => ({ status: 1, headers: 'x' }); return new ServiceResponse('x')`,
    'headers that lie': `for (const k of ['forEach', 'entries', 'keys', Symbol.iterator]) Headers.prototype[k] = () => [['a b', 'c']]; return 1`,
    'a Promise of its own': `globalThis.Promise = function () { throw 1 }; return 1`,
    'a species of promises': `Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } }); await Promise.resolve(1).then(() => 1); return 1`,
    'functions that cannot be called': `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }; return 1`,
    'frozen prototypes': `for (const C of [Object, Array, Promise, Map, Error, String]) Object.freeze(C.prototype); Object.freeze(globalThis); return 1`,
    'a date that loops when it is shown': `Date.prototype.toISOString = () => { throw 1 }; console.log(new Date(0)); return new Date(0)`,
    'a stack of its own': `Error.prepareStackTrace = () => { throw 1 }; throw new Error('x')`,
    'a forged place': `throw Object.assign(new Error('x'), { stack: 'Error: x\\n at script.js:999999999999:1' })`,
    'a list as a class': `class Odd extends Array { static get [Symbol.species]() { throw 1 } } return Odd.from([1, 2])`,
    'a null prototype': `Object.setPrototypeOf(req, null); Object.setPrototypeOf(req.headers ?? {}, null); return 1`,
    'a request without parts': `delete req.headers; delete req.url; delete req.env; return 1`,
    'a url that is no text': `req.url = { toString() { throw 1 } }`,
    'a method that is a symbol': `req.method = Symbol('GET')`,
    'a proxy of a request': `Object.setPrototypeOf(req, new Proxy({}, { get() { throw 1 }, has() { throw 1 } })); return req.nothing`,
    'a proxy as a result': `return new Proxy({ a: 1 }, {})`,
    'a generator as a result': `return (function* () { yield 1 })()`,
    'a variable of the greatest name': `req.env.setVariable('x'.repeat(1e7), 'y')`,
    'many headers': `for (let i = 0; i < 1e3; i++) req.headers.append('x' + i, 'y'.repeat(100)); return 1`,
  }),
  ...createHostileScripts(['fails'], {
    'a revoked proxy as a result': `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy`,
    'a symbol as what is thrown': `throw Symbol('x')`,
    'a BigInt as what is thrown': `throw 1n`,
    'a function as what is thrown': `throw () => 1`,
    'an object without anything as what is thrown': `throw Object.create(null)`,
    'an error behind a proxy': `throw new Proxy(new Error('x'), { get() { throw 1 } })`,
    'an error whose name is an object': `throw Object.assign(new Error('x'), { name: { toString() { throw 1 } } })`,
    'errors within errors': `let e = new Error('0'); for (let i = 0; i < 1e4; i++) e = new Error('x', { cause: e }); throw new AggregateError([e, e], 'all')`,
    'a prototype of Object’s': `Object.setPrototypeOf(Object.prototype, { forged: 1 })`,
    'a great variable': `req.env.setVariable('x', 'y'.repeat(1e7))`,
  }),
];

/** Scripts that look for objects outside the sandbox. */
export const seekers: readonly HostileScript[] = [
  ...createHostileScripts(['answers'], {
    'the constructor of generators': `return Object.getPrototypeOf(function* () {}).constructor('yield typeof process')().next().value`,
    'the constructor of async functions': `return await Object.getPrototypeOf(async () => 1).constructor('return typeof require')()`,
    'the constructor of async generators': `return (await Object.getPrototypeOf(async function* () {}).constructor('yield typeof process')().next()).value`,
    'the global object of a function': `const g = Function('return this')(); return g === globalThis && typeof g.process`,
    'frames that are not its own': `Error.prepareStackTrace = (e, frames) => frames.map((f) => f.getFileName() + typeof f.getThis() + typeof f.getFunction()); Error.stackTraceLimit = 100; return new Error('x').stack`,
    'frames by a list of its own': `const seen = []; for (const k of ['filter', 'map', 'push', 'slice', Symbol.iterator]) { const was = Array.prototype[k]; Array.prototype[k] = function (...a) { seen[seen.length] = this; return was.apply(this, a) } }
      const stack = new Error('x').stack; return seen.some((list) => typeof list?.[0]?.getFileName === 'function') + stack`,
    'frames by a name of its own': `let leak = 0; const was = String.prototype.includes; String.prototype.includes = function (x) { leak += 1; return was.call(this, x) }; const text = new Error('x').stack; return leak + text`,
    'the frames of captureStackTrace': `const at = {}; Error.stackTraceLimit = Infinity; Error.captureStackTrace(at); return at.stack`,
    'the frames of an error of ours': `try { req.headers.set('a b', '1') } catch (e) { return e.stack }`,
    'the frames of a deep error': `try { expect(1).toBe(2) } catch (e) { return e.stack }`,
    'the frames on the console': `console.log(new Error('x')); try { new URL('::') } catch (e) { console.error(e, [e]) } return 1`,
    'what it calls with': `const seen = []; const was = Function.prototype.apply; Function.prototype.apply = function (...a) { seen.push(typeof a[0], ...(a[1] ?? []).map((x) => typeof x)); return Reflect.apply(was, this, a) };
      await new Promise((done) => setTimeout(done, 1)); req.headers.set('x', 'y'); return seen.filter((kind) => kind === 'object').length`,
    'a place by its import': `return JSON.stringify(import.meta) + typeof import.meta.url`,
    'a debugger': `debugger; return typeof inspector`,
    'a name of its source': `try { eval("throw new Error('x')\\n//# sourceURL=tandem:guest.js") } catch (e) { return e.stack }`,
  }),
  ...createModuleScripts(['answers', 'fails', 'times out'], {
    'the loader, called early': `__tandemLoaded({ onRequest: () => 'forged' }); export const onRequest = () => 1;`,
    'a module that is a thenable': `export const then = (r) => r({ onRequest: 1 }); export const onRequest = () => 1;`,
    'a handler that is never there': `export { onRequest }; throw new Error('x'); const onRequest = 1;`,
    'a handler that is a class': `export class onRequest {}`,
    'a handler that is a generator': `export async function* onRequest() { yield 1 }`,
    'a handler that is a proxy': `export const onRequest = new Proxy(() => 1, { apply() { for (;;); } });`,
    'functions in functions': `export const onRequest = () => 1; ${'(()=>{'.repeat(5_000)}${'})();'.repeat(5_000)}`,
    'a chain of arrows': `export const onRequest = ${'()=>'.repeat(50_000)}1;`,
    'a chain of choices': `export const onRequest = () => ${'1?1:'.repeat(100_000)}1;`,
    'a long sum': `export const onRequest = () => ${'1+'.repeat(200_000)}1;`,
    'many names': `export const onRequest = () => 1; ${Array.from({ length: 60_000 }, (_, i) => `var a${i};`).join('')}`,
  }),
];

/** Scripts that try to change the test results. */
export const testSpoilers: readonly HostileScript[] = [
  ...createTestScripts(['answers', 'fails'], {
    'tests without end': `for (;;) test('a', () => 1);`,
    'a test that plans itself': `const again = () => test('x', again); again();`,
    'a test of a great name': `test('x'.repeat(5e6), () => 1);`,
    'a test of a name that throws': `test({ toString() { throw 1 } }, () => 1);`,
    'a great difference': `test('a', () => expect('x'.repeat(1e7)).toBe('y'));`,
    'a proxy that is compared': `const p = new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } }); test('a', () => expect(p).toEqual({}));`,
    'a pattern that throws': `test('a', () => expect({ a: 1 }).toEqual({ a: { asymmetricMatch() { throw 1 } } }));`,
    'a throw of nothing in a test': `test('a', () => { throw undefined }); test('b', () => { throw null });`,
    'results that are changed': `Array.prototype.push = function () { this[this.length] = { name: 'forged', status: 'passed' } }; test('a', () => expect(1).toBe(2));`,
    'a thenable in a test': `test('a', () => ({ then(_, no) { no({ get message() { throw 1 } }) } }));`,
  }),
  ...createTestScripts(['fails', 'times out'], {
    'a list of great differences': `for (let i = 0; i < 900; i++) test('a', () => expect('x'.repeat(1e4)).toBe('y' + i));`,
  }),
  ...createTestScripts(['fails', 'times out', 'runs out of memory'], {
    'a test in a deep nest': `const d = (n) => describe('d', () => n && d(n - 1)); d(1e5);`,
  }),
  ...createTestScripts(['times out'], {
    'a test that loops': `test('a', () => { for (;;); });`,
    'a slow match': `test('a', () => expect('a'.repeat(40) + 'b').toMatch(/^(a+)+$/));`,
    'a getter that is compared': `test('a', () => expect({ get x() { for (;;); } }).toEqual({ x: 1 }));`,
  }),
];

/** Scripts that make the engine work for a long time, or allocate much memory, in one call. */
export const engineAbusers: readonly HostileScript[] = [
  ...createHostileScripts(['times out', 'runs out of memory', 'fails', 'answers'], {
    'a long sort': `return Array.from({ length: 3e6 }, Math.random).sort().length`,
    'a long split': `return 'a,'.repeat(2 ** 27).split(',').length`,
    'a long normalization': `return '\\u1100\\u1161'.repeat(5e7).normalize('NFKD').length`,
    'a long replacement': `return 'x'.repeat(2 ** 28).replaceAll('x', 'yy').length`,
    'a long encoding': `return encodeURIComponent('é'.repeat(2 ** 26)).length`,
    'a long word count': `let n = 0; for (const s of new Intl.Segmenter('en', { granularity: 'word' }).segment('a b '.repeat(1e7))) n += s.index; return n`,
    'formats without end': `for (let i = 0; ; i++) new Intl.NumberFormat('en', { maximumFractionDigits: i % 20 }).format(i)`,
    'weak references without end': `const f = new FinalizationRegistry(() => 0), all = []; for (;;) { const o = { x: Array(1000).fill(1) }; f.register(o, 1); all.push(new WeakRef(o)); }`,
    'symbols without end': `for (let i = 0; ; i++) Symbol.for('x'.repeat(1000) + i)`,
    'great numbers without end': `const all = []; for (;;) all.push(1n << 10_000_000n)`,
    'expressions without end': `const all = []; for (let i = 0; ; i++) { const r = new RegExp('x'.repeat(1e5) + i); r.test('x'); all.push(r); }`,
    'small buffers without end': `const all = []; for (;;) all.push(new Float64Array(1e4).fill(1))`,
    'a buffer that may grow': `const b = new ArrayBuffer(1, { maxByteLength: 2 ** 40 }); b.resize?.(2 ** 39); return b.byteLength`,
    'a list from a length': `return Array.from({ length: 1e9 }).length`,
    'a great base64 text': `return btoa('x'.repeat(1e8)).length`,
    'a great encoded text': `return new TextEncoder().encode('x'.repeat(3e8)).length`,
    'a clone of much': `return structuredClone(Array.from({ length: 1e7 }, (_, i) => ({ i }))).length`,
    'a hash of much': `return (await crypto.subtle.digest('SHA-256', new Uint8Array(5e7))).byteLength`,
    'random values without end': `for (;;) crypto.getRandomValues(new Uint8Array(65_536))`,
    'a console of one great line': `console.log('x'.repeat(5e8)); return 1`,
    'a console of many keys': `console.log(new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })); return 1`,
    'proxies within proxies': `const make = () => new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: (t, k) => (k === 'a' ? make() : undefined) }); return make()`,
    'readings of the clock': `let n = 0; while (n < 1e6) n += Date.now() > 0 ? 1 : 2; return n`,
    'a great number of headers': `for (let i = 0; i < 1e5; i++) req.headers.append('x' + i, 'y'); return 1`,
  }),
  ...createHostileScripts(['times out'], {
    'a value that loops': `req.env.setVariable('x', { toJSON() { for (;;); } })`,
    'a console that loops': `console.log({ get x() { for (;;); } })`,
    'a setter that loops': `Object.defineProperty(req, 'url', { get() { for (;;); }, configurable: true })`,
    'an await of a loop': `await { then() { for (;;); } }`,
    'an iterator that never closes': `for (const x of { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { for (;;); } }) }) break;`,
  }),
];
