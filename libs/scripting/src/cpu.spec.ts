import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { wallMs: patientMs } });
const withLittleCpu = createScriptRuntime({ hosts: 1, limits: { cpuMs: 300, wallMs: patientMs } });
afterAll(() => Promise.all([runtime.close(), withLittleCpu.close()]));
const { onRequest } = sampleRuns(runtime);

describe('CPU time', () => {
  it.each([
    'for (;;) crypto.randomUUID();',
    'for (;;) crypto.getRandomValues(new Uint8Array(16));',
    'const all = new Uint8Array(65536); for (;;) crypto.getRandomValues(all);',
    `for (;;) await crypto.subtle.digest('SHA-256', new Uint8Array(65536));`,
  ])("includes the host's work for the script: %s", async (body) => {
    const { error } = await sampleRuns(withLittleCpu).onRequest(body);
    expect(error?.message).toContain('CPU');
  });

  it('suffices for many random values, and these differ', async () => {
    const { result } =
      await onRequest(`const ids = new Set(); for (let i = 0; i < 2000; i++) ids.add(crypto.randomUUID());
      const bytes = crypto.getRandomValues(new Uint8Array(65536)); return [ids.size, [...ids][7], new Set(bytes).size];`);
    expect(result).toEqual([
      2000,
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      256,
    ]);
  });
});
