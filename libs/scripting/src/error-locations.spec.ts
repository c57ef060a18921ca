import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());
const { onRequest, onTest } = sampleRuns(runtime);

describe('the location of an error', () => {
  it.each([
    ['no stack', 'Error.stackTraceLimit = 0;'],
    ['no stack, by its property', `Object.defineProperty(Error, 'stackTraceLimit', { value: 0 });`],
    ['no stack, by deletion', `delete Error.stackTraceLimit;`],
    ['no stack, by a kind of errors', `Object.getPrototypeOf(TypeError).stackTraceLimit = 0;`],
    ['no stack, by a prototype', `Error.prototype.constructor.stackTraceLimit = 0;`],
    ['another text', `Error.prepareStackTrace = () => 'mine';`],
    ['another value', `Error.prepareStackTrace = (e, frames) => frames;`],
    ['an exception', `Error.prepareStackTrace = () => { throw new Error('inner'); };`],
  ])('is kept even if the script asks for %s', async (_, set) => {
    for (const thrown of ['null.x', `throw new Error('one')`, `throw new (class extends Error {})('one')`]) {
      const { error } = await onRequest(`${set}\n${thrown}`);
      expect(error).toMatchObject({ code: 'SCRIPT_ERROR', line: 2 });
    }
  });

  it('is in the message of a failed test', async () => {
    const { tests } = await onTest(`Error.stackTraceLimit = 0;
      test('a', () => expect('x'.repeat(5000)).toBe(1));
      test('b', () => expect(1).nope());
      test('c', async () => { await null;
        await expect(Promise.resolve(1)).resolves.toBe(2); });
      test('d', () => { throw 'text' });`);
    expect(tests.map(({ error }) => / \(line \d+, column \d+\)$/.exec(error?.message ?? '')?.[0])).toEqual([
      ' (line 2, column 48)',
      ' (line 3, column 33)',
      expect.stringContaining('(line 5,'),
      undefined,
    ]);
  });

  it('is added without changing anything else about the error', async () => {
    const { result } = await onRequest(`const e = new Error('x', { cause: 1 }); Error.stackTraceLimit = 3;
      return [e instanceof Error, e.constructor === Error, new TypeError() instanceof Error, Object.getPrototypeOf(TypeError) === Error,
        e.cause, Error('y').message, Error.name, Error.stackTraceLimit, Object.getPrototypeOf(class extends Error {}) === Error]`);
    expect(result).toEqual([true, true, true, true, 1, 'y', 'Error', 3, true]);
  });
});
