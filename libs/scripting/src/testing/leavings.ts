/** A script that leaves state behind for the next execution of its workspace. */
export interface LeftoverScript {
  readonly name: string;
  /** The complete module. Its onTest is called last. */
  readonly source: string;
}

const createLeftoverScripts = (scripts: Readonly<Record<string, string>>): LeftoverScript[] =>
  Object.entries(scripts).map(([name, body]) => ({
    name,
    source: `export async function onTest(req, res) { ${body} }`,
  }));

/**
 * A program that describes everything that can be reached from the global object, including hidden intrinsics, by names and primitive
 * values.
 */
export const probe = `
const describe = () => {
  const seen = new Set();
  const lines = [];
  const walk = (at, path) => {
    if (seen.has(at) || path.length > 300) return;
    seen.add(at);
    for (const key of Reflect.ownKeys(at)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(at, key);
      const here = path + '.' + String(key);
      const kind = get || set ? 'accessor' : typeof value;
      const shown = ['string', 'number', 'boolean'].includes(kind) ? JSON.stringify(value) : '';
      lines.push(here + ':' + kind + shown);
      for (const next of [value, get, set]) if (typeof next === 'object' ? next !== null : typeof next === 'function') walk(next, here);
    }
    const above = Reflect.getPrototypeOf(at);
    if (above) walk(above, path + '.[[Prototype]]');
  };
  walk(globalThis, '');
  walk(Object.getPrototypeOf(function* () {}), 'generator');
  walk(Object.getPrototypeOf(async function* () {}), 'async generator');
  walk(Object.getPrototypeOf(async () => 1), 'async function');
  walk(Object.getPrototypeOf([][Symbol.iterator]()), 'array iterator');
  walk(Object.getPrototypeOf('x'.matchAll(/x/g)), 'match iterator');
  return lines;
};
const fingerprint = (lines) => {
  let sum = 0;
  for (const line of lines) for (let i = 0; i < line.length; i++) sum = (sum * 31 + line.charCodeAt(i)) | 0;
  return lines.length + '/' + sum;
};
export const onRequest = (req) => ({
  globals: fingerprint(describe()),
  match: [RegExp.$1, RegExp.lastMatch, RegExp.input],
  symbols: Reflect.ownKeys(Object(Symbol.for('left'))).length,
  stack: String(new Error('x').stack),
  variables: Object.keys(req.env.variables()),
});`;

/** Scripts that leave state which the next execution must not see. */
export const states: readonly LeftoverScript[] = createLeftoverScripts({
  'names in the global scope': `globalThis.left = 1; var other = 2; Function('this.third = 3')(); (0, eval)('var fourth = 4')`,
  'patched prototypes': `for (const C of [Object, Function, Array, String, Promise, Map, Set, RegExp, Symbol, Error, Date]) C.prototype.left = () => 'left'`,
  'replaced builtins': `JSON.stringify = JSON.parse = () => '{}'; Array.prototype.push = Array.prototype.map = () => { throw 1 }; Promise.prototype.then = () => 1; Map.prototype.get = () => 'left'; Function.prototype.call = Function.prototype.apply = () => { throw 1 }`,
  'patched hidden intrinsics': `for (const p of [Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(async function* () {}), Object.getPrototypeOf(async () => 1), Object.getPrototypeOf([][Symbol.iterator]()), Object.getPrototypeOf(Uint8Array)]) { p.left = 1; if (p.prototype) p.prototype.left = 1 }`,
  'patched Intl': `Intl.NumberFormat.prototype.format = () => 'left'; Intl.left = 1`,
  'frozen builtins': `for (const C of [Object, Array, Promise, Error]) { Object.freeze(C); Object.freeze(C.prototype) } Object.freeze(globalThis)`,
  'a symbol of all contexts': `const s = Symbol.for('left'); Object.getPrototypeOf(s).left = 1; globalThis[s] = 1; Object(s).left = 1`,
  'a hook for stacks': `Error.prepareStackTrace = () => 'left'; Error.stackTraceLimit = 0; Error.captureStackTrace = () => 1`,
  'the last match of an expression': `/(left)/.test('left')`,
  'setters for our names': `for (const name of ['__tandem', '__tandemLoaded', '__tandemDeclared', 'then', 'onTest', 'error']) Object.defineProperty(Object.prototype, name, { get: () => () => 'left', set() { throw 1 } })`,
  'a variable and a secret': `req.env.setVariable('left', '1'); req.env.setSecret('left', '1')`,
  'many lines and timers': `for (let i = 0; i < 300; i++) console.log(i); for (let i = 0; i < 1000; i++) clearTimeout(setTimeout(() => 1, 0)); await new Promise((r) => queueMicrotask(r))`,
  'a weak reference to a global': `globalThis.ref = new WeakRef(Object.prototype); Object.prototype.ref = globalThis.ref`,
  'another class of errors': `globalThis.TypeError = globalThis.Error = class { constructor() { throw 1 } }`,
});

/** Scripts that leave work which is still running or waiting. */
export const unfinishedWork: readonly LeftoverScript[] = createLeftoverScripts({
  'a timer that loops': `setTimeout(() => { for (;;); }, 30)`,
  'timers in a chain': `const again = () => setTimeout(again, 1); again()`,
  'an answer before its microtasks end': `const again = () => Promise.resolve().then(again); queueMicrotask(again)`,
  'a promise that is never settled': `new Promise(() => 1).then(() => { for (;;); })`,
  'a rejection that nobody handles': `Promise.reject(new Error('left'))`,
  'a rejection from a timer': `setTimeout(() => { throw new Error('left') }, 5)`,
  'a hash that is under way': `crypto.subtle.digest('SHA-256', new Uint8Array(4e6)).then(() => { for (;;); })`,
  'clean-ups that loop': `const r = new FinalizationRegistry(() => { for (;;); }); globalThis.r = r; for (let i = 0; i < 1000; i++) r.register({ i }, i)`,
  'clean-ups on garbage that is old': `const r = new FinalizationRegistry(() => { for (;;); }); let all = []; for (let i = 0; i < 5e4; i++) { const o = { i }; all.push(o); r.register(o, i) } all = null`,
  'an async generator that waits': `const g = (async function* () { await new Promise(() => 1); yield 1 })(); g.next()`,
  'a test that waits': `test('left', () => new Promise((done) => setTimeout(done, 5)))`,
  'an import under way': `import('left').catch(() => { const t = Date.now(); while (Date.now() - t < 50); })`,
});

/** Scripts that use much memory or time, but stay within the limits of one execution. */
export const hogs: readonly LeftoverScript[] = createLeftoverScripts({
  'a heap that is nearly full': `globalThis.all = []; for (let i = 0; i < 8e4; i++) all.push({ x: [i] })`,
  'buffers that are nearly too many': `globalThis.all = []; for (let i = 0; i < 30; i++) all.push(new Uint8Array(1e6).fill(1))`,
  'buffers that were refused': `for (let i = 0; i < 5; i++) { try { new ArrayBuffer(2 ** 33) } catch {} } try { globalThis.b = new ArrayBuffer(5e7) } catch {}`,
  'symbols of all contexts': `for (let i = 0; i < 1e4; i++) Symbol.for('x'.repeat(500) + i)`,
  'long expressions': `for (let i = 0; i < 100; i++) new RegExp('x'.repeat(1e4) + i).test('x')`,
  'code without end': `for (let i = 0; i < 300; i++) (0, eval)('(() => { ' + ('let a' + i + ' = [' + '1,'.repeat(500) + '];') + ' })')()`,
  'much time': `const until = performanceNow() + 120; while (performanceNow() < until); function performanceNow() { return Date.now() }`,
  'a deep stack': `const f = (n) => { try { return f(n + 1) } catch { return n } }; f(0)`,
});

/** A script that uses half of each limit of an execution. */
export const greedy = `
export const onRequest = async () => {
  let all = [];
  for (let i = 0; i < 8e4; i++) all.push({ x: [i] });
  all = [];
  for (let i = 0; i < 15; i++) all.push(new Uint8Array(1e6).fill(1));
  all = [];
  for (let i = 0; i < 100; i++) console.log(i);
  await new Promise((done) => setTimeout(done, 40));
  return 'done';
};`;
