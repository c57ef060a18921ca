import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { defaultLimits, readScriptLimits } from './index.js';
import { limitVariables } from './limits.js';

const guide = readFileSync(new URL('../../../docs/guides/scripts.md', import.meta.url), 'utf8');

describe('limits', () => {
  it('have the documented defaults', () => {
    expect(readScriptLimits({})).toEqual(defaultLimits);
    expect(defaultLimits).toMatchObject({ memoryMb: 128, cpuMs: 2_000, wallMs: 10_000, hostMemoryMb: 512 });
  });

  it('are documented in the guide with their defaults', () => {
    const rows = [...guide.matchAll(/^\| `(TANDEM_SCRIPT_\w+)` +\| (\d+) +\|/gm)];
    const documented = rows.map(([, variable, value]) => [variable, Number(value)]);
    const known = Object.entries(limitVariables).map(([key, variable]) => [
      variable,
      defaultLimits[key as keyof typeof limitVariables],
    ]);
    expect(documented).toEqual(known);
  });

  it('can be set by environment variables', () => {
    const env = { TANDEM_SCRIPT_MEMORY_MB: '64', TANDEM_SCRIPT_CPU_MS: '500', TANDEM_SCRIPT_WALL_MS: '' };
    expect(readScriptLimits(env)).toEqual({ ...defaultLimits, memoryMb: 64, cpuMs: 500 });
  });

  it.each(['0', '-1', '1.5', 'x', '1e3', '99999999999'])(
    'refuse %s with an error that names the variable',
    (value) => {
      expect(() => readScriptLimits({ TANDEM_SCRIPT_CPU_MS: value })).toThrow('TANDEM_SCRIPT_CPU_MS');
    },
  );

  it('refuse a heap that is too small to start', () => {
    expect(() => readScriptLimits({ TANDEM_SCRIPT_MEMORY_MB: '4' })).toThrow('from 8');
  });
});
