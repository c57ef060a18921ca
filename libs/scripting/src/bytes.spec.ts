import { randomBytes } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import type { ScriptResponse } from '@tandem/core';

import { createScriptRuntime } from './index.js';
import { sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

const script = `const look = (req, res) => { const all = res.bytes(); all[0] += 0; return [all.length, all[0], all.at(-1)]; };
  export const onResponse = look; export const onTest = look;`;
const maxBytes = 10 * 1024 * 1024;

/** Returns the values that both handlers read from the bytes of a response. */
const bytesSeen = (response: ScriptResponse) =>
  within(script, async (session) => {
    const first = await session.onResponse(sampleRequest, response);
    const second = await session.onTest(sampleRequest, response);
    return [first.error ?? first.result, second.error ?? second.result];
  });

describe('res.bytes()', () => {
  it.each([
    ['ASCII', 'x'.repeat(maxBytes)],
    ['other characters', 'é'.repeat(maxBytes / 2)],
  ])('returns all bytes of 10 MiB of %s', async (_, body) => {
    const bytes = Buffer.from(body);
    const facts = [maxBytes, bytes[0], bytes.at(-1)];
    expect(await bytesSeen({ ...sampleResponse, body })).toEqual([facts, facts]);
  });

  it('returns 10 MiB of binary data', async () => {
    const bytes = randomBytes(maxBytes);
    const facts = [maxBytes, bytes[0], bytes.at(-1)];
    expect(await bytesSeen({ ...sampleResponse, body: null, bytes })).toEqual([facts, facts]);
  });

  it('returns a new array for each call, even in a host that has not received the body yet', async () => {
    const changing = `export const onResponse = (req, res) => { res.bytes()[0] = 9; return [...res.bytes()]; }; export const onTest = onResponse;`;
    const response = { ...sampleResponse, body: 'a', bytes: Uint8Array.of(1, 2) };
    await within(changing, async (session) => {
      expect((await session.onResponse(sampleRequest, response)).result).toEqual([1, 2]);
      await onRequest('for (;;);');
      expect((await session.onTest(sampleRequest, response)).result).toEqual([1, 2]);
      const other = { ...response, bytes: Uint8Array.of(3) };
      expect((await session.onTest(sampleRequest, other)).result).toEqual([3]);
    });
  });

  it('converts a lone surrogate to U+FFFD, and throws if there is no body', async () => {
    expect(await bytesSeen({ ...sampleResponse, body: 'a\ud800' })).toEqual(Array(2).fill([4, 97, 0xbd]));
    expect(await bytesSeen({ ...sampleResponse, body: null })).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'SCRIPT_ERROR' })),
    );
  });
});
