import { readFileSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleResponse, sampleRuns } from './testing/sample.js';

const guide = readFileSync(new URL('../../../docs/guides/scripts.md', import.meta.url), 'utf8');
const scripts = [...guide.matchAll(/^```js\n([^]*?)^```/gm)].map(([, text]) => text ?? '');

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());

const request = {
  id: 'rest_1',
  name: 'One',
  url: 'http://h/x',
  method: 'GET',
  headers: [],
  body: null,
  pathParams: { id: '0' },
  queryParams: {},
  variables: {},
  cookies: [],
};
const response = { ...sampleResponse, body: '{"token":"t","people":[{"name":"A"}]}' };
const { within, onRequest } = sampleRuns(runtime, () => Promise.resolve({ outcome: { response } }));

describe('the guide to scripts', () => {
  it('contains scripts that run unchanged', async () => {
    const ends = await Promise.all(
      scripts.map((script) =>
        within(script, async (session) => [
          (await session.onRequest(request)).error,
          (await session.onResponse(request, response)).error,
          (await session.onTest(request, response)).tests.filter(({ status }) => status === 'failed'),
        ]),
      ),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(ends).toEqual(scripts.map(() => [null, null, []]));
  });

  it('documents every matcher and every global', async () => {
    const own = Object.getOwnPropertyNames(globalThis);
    const { result } = await onRequest(
      `return [...Object.keys(expect(1)), ...Object.getOwnPropertyNames(globalThis).filter((name) => !${JSON.stringify(own)}.includes(name)), 'URL', 'Headers', 'structuredClone']`,
    );
    const names = (result as string[]).filter((name) => name !== 'toThrowError');
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });
});
