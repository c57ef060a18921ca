import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());
const { onRequest, onTest } = sampleRuns(runtime);

const statuses = async (body: string) =>
  (await onTest(body)).tests.map(({ name, status }) => `${name} ${status}`);

describe('tests', () => {
  it('pass, or fail with expected and actual values, and continue after a failure', async () => {
    const { tests } = await onTest(`
      test('one', () => expect(res.status).toBe(200));
      test('two', () => expect(res.status).toBe(404));
      test('three', async () => { await null; throw new TypeError('oh'); });
      it('four', () => expect(res.json()).toEqual({ a: [1] }));`);
    expect(tests.map(({ name, status }) => [name, status])).toEqual([
      ['one', 'passed'],
      ['two', 'failed'],
      ['three', 'failed'],
      ['four', 'passed'],
    ]);
    expect(tests[1]?.error).toEqual({
      message: 'expected 200 to be 404 (line 3, column 44)',
      expected: 404,
      actual: 200,
    });
    expect(tests[2]?.error).toEqual({ message: 'TypeError: oh (line 4, column 53)' });
  });

  it('include the names of their suites', async () => {
    const { tests } = await onTest(
      `describe('a', () => { describe('b', () => { test('c', () => {}); }); test('d', () => {}); });`,
    );
    expect(tests.map(({ suite, name }) => [...suite, name])).toEqual([
      ['a', 'b', 'c'],
      ['a', 'd'],
    ]);
  });

  it('support skip and only', async () => {
    expect(await statuses(`test.skip('a', () => {}); test('b', () => {});`)).toEqual([
      'a skipped',
      'b passed',
    ]);
    expect(await statuses(`test('a', () => {}); test.only('b', () => {});`)).toEqual([
      'a skipped',
      'b passed',
    ]);
  });

  it('keep their results if the handler throws later', async () => {
    const answer = await onTest(`test('a', () => {}); throw new Error('outside');`);
    expect(answer.error?.message).toContain('outside');
    expect(answer.tests).toHaveLength(1);
  });

  it('are available only in onTest', async () => {
    expect((await onRequest(`test('a', () => {})`)).error?.message).toContain('onTest');
  });

  it.each([
    `expect([1, 2]).toContain(2)`,
    `expect({ a: 1, b: undefined }).toEqual({ a: 1 })`,
    `expect({ a: 1, b: undefined }).not.toStrictEqual({ a: 1 })`,
    `expect({ a: { b: 1, c: 2 } }).toMatchObject({ a: { b: 1 } })`,
    `expect('hello').toMatch(/^h.*o$/)`,
    `expect(0.1 + 0.2).toBeCloseTo(0.3)`,
    `expect(() => { throw new Error('no way') }).toThrow('way')`,
    `expect({ a: [{ b: 2 }] }).toHaveProperty('a[0].b', 2)`,
    `expect({ id: 7, n: 'x' }).toEqual({ id: expect.any(Number), n: expect.stringMatching('x') })`,
    `expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1]))`,
    `await expect(Promise.resolve(1)).resolves.toBe(1)`,
    `await expect(Promise.reject(new Error('x'))).rejects.toThrow('x')`,
    `expect(new Map([[1, { a: 2 }]])).toEqual(new Map([[1, { a: 2 }]]))`,
    `expect(NaN).toBe(NaN)`,
    `expect(0).not.toBe(-0)`,
    `expect(res.headers.get('Content-Type')).toBe('application/json')`,
    `expect(res.text()).toHaveLength(9)`,
    `expect([...res.bytes()].length).toBe(9)`,
    `expect(new TextDecoder().decode(new TextEncoder().encode('grüße €😀'))).toBe('grüße €😀')`,
    `expect(atob(btoa('abc'))).toBe('abc')`,
  ])('have true assertions: %s', async (claim) => {
    expect((await onTest(`test('it', async () => { ${claim}; });`)).tests).toMatchObject([
      { status: 'passed', error: null },
    ]);
  });
});
