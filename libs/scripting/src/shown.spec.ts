import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest as request, sampleResponse as response, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime();
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

const logValues = async (values: string): Promise<string> => {
  const { logs, error } = await onRequest(`console.log(${values})`);
  expect(error).toBeNull();
  return logs.map(({ message }) => message).join('\n');
};

describe('the console shows', () => {
  it.each([
    ["new Headers({ 'x-one': '1', b: '2' })", "Headers { b: '2', 'x-one': '1' }"],
    ["new URL('http://h/a?b')", "URL { href: 'http://h/a?b' }"],
    ["new URLSearchParams('a=b')", "URLSearchParams { a: 'b' }"],
    ["new ServiceResponse('a')", "ServiceResponse { status: 200, statusText: '', headers: Headers {} }"],
    ['-0, [-0]', '-0 [ -0 ]'],
    ['[1, , 2]', '[ 1, <empty>, 2 ]'],
    ['new Uint8Array([1, 2])', 'Uint8Array(2) [ 1, 2 ]'],
    ['new ArrayBuffer(3)', 'ArrayBuffer { byteLength: 3 }'],
    ["new String('x'), new Number(5)", "[String: 'x'] [Number: 5]"],
    ['{ get a() { throw 1 }, b: 2 }', '{ a: [unreadable], b: 2 }'],
    ['expect.any(String)', 'Any<String>'],
    ['Math', 'Math {}'],
    ['req.env.unsetVariable', '[Function unsetVariable]'],
  ])('%s as %s', async (values, text) => {
    expect(await logValues(values)).toBe(text);
  });

  it('the details of an error', async () => {
    const line = await logValues("Object.assign(new Error('a', { cause: new Error('b') }), { code: 'E' })");
    expect(line).toMatch(/^Error: a\n {4}at .*script\.js:1:\d+\) \{ code: 'E', \[cause\]: Error: b\n/);
  });

  it.each([
    ["'%s is %d of %i', 'a', 1.5, '2x'", 'a is 1 of 2'],
    ["'%o %j', { a: 1 }, [1], 'more'", '{ a: 1 } [ 1 ] more'],
    ["'%c100%% %s', 'color: red'", '100% %s'],
    ["'50% of %s'", '50% of %s'],
    ["1, '%s', 2", '1 %s 2'],
    ["'%d %f %i', Object.create(null), Symbol('x'), 3n", 'NaN NaN 3'],
  ])('%s with format specifiers', async (values, text) => {
    expect(await logValues(values)).toBe(text);
  });
});

const errorOf = async (claim: string) => {
  const script = `export function onTest() { test('t', () => { ${claim} }); }`;
  const { tests } = await within(script, (s) => s.onTest(request, response));
  return tests[0]?.error;
};

describe('a failed test shows', () => {
  it.each([
    [
      "expect(() => { throw new Error('real') }).toThrow('other')",
      'to throw "other", but it threw [Error: real]',
    ],
    ["expect(() => { throw new Error('real') }).not.toThrow()", 'not to throw, but it threw [Error: real]'],
    ["expect(() => {}).toThrow('other')", 'to throw "other", but it threw nothing'],
    ["expect(new Error('a')).toEqual(new Error('b'))", 'expected [Error: a] to equal [Error: b]'],
    ['expect(0).toBe(-0)', 'expected 0 to be -0'],
  ])('%s: %s', async (claim, message) => {
    expect((await errorOf(claim))?.message).toContain(message);
  });

  it.each([
    ['expect(NaN).toBe(Infinity)', { actual: 'NaN', expected: 'Infinity' }],
    ['expect(new Map([[1, 2]])).toEqual(new Map())', { actual: 'Map(1) { 1 => 2 }', expected: 'Map(0) {}' }],
    ['expect({ a: [NaN] }).toEqual({ a: [/x/] })', { actual: { a: ['NaN'] }, expected: { a: ['/x/'] } }],
    ["expect('a').toMatch(/x/)", { actual: 'a', expected: '/x/' }],
  ])('the compared values of %s', async (claim, compared) => {
    expect(await errorOf(claim)).toMatchObject(compared);
  });
});

describe('a mistake is explained', () => {
  it.each([
    ["describe('d')", 'describe() takes a name and a function'],
    ["new Headers('a: b')", 'headers must be an object, or a list of [name, value]'],
    ["new Headers([['a']])", 'a list of headers must contain pairs of a name and a value'],
  ])('%s', async (body, message) => {
    const script = `export function onTest() { ${body} }`;
    const answer = await within(script, (s) => s.onTest(request, response));
    expect(answer.error?.message).toBe(`TypeError: ${message}`);
  });

  it.each(['function*', 'async function*'])('a handler that is a %s', async (kind) => {
    const script = `export ${kind} onTest() { test('t', () => {}); }`;
    const answer = await within(script, (s) => s.onTest(request, response));
    expect(answer).toMatchObject({
      present: false,
      diagnostics: [{ code: 'SCRIPT_NO_HANDLER', where: 'onTest' }],
    });
  });
});

it('test.only applies even if onTest fails', async () => {
  const script = `export function onTest() { test('a', () => {}); test.only('b', () => {}); throw 1; }`;
  const { tests } = await within(script, (s) => s.onTest(request, response));
  expect(tests.map(({ status }) => status)).toEqual(['skipped', 'passed']);
});
