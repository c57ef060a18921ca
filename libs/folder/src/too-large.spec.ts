import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const body = (bytes: number) => ({ type: 'text' as const, content: 'x'.repeat(bytes) });

const nothing = { written: [], pulled: [], merged: [], deleted: [], invalid: [] };

describe('a request that is too large for a file', () => {
  it.each([
    ['longest field', { body: body(3_000_000) }, 'big.yml'],
    ['script', { script: `//${'x'.repeat(3_000_000)}\n` }, 'big.js'],
  ])('because of its %s is reported by every run and stays in the app', (part, large, path) =>
    testInHouse(async (house) => {
      await house.synchronize();
      const id = await house.createRest({ name: 'Big', script: '', ...large });
      for (const _ of [1, 2]) {
        const report = await house.synchronize();
        expect(report).toMatchObject({ ...nothing, warnings: [{ code: 'tooLarge', path }] });
        expect(report.warnings[0]?.message).toContain(`make its ${part} shorter`);
      }
      expect(Object.keys(await house.files())).not.toContain('big.yml');
      expect(await house.get(id)).toMatchObject(large);
      await unwrapResult(house.application.rest.update({ id, body: body(10), script: 'y\n' }));
      expect(await house.synchronize()).toMatchObject({ written: ['big.yml', 'big.js'], warnings: [] });
    })(),
  );

  it(
    'keeps its previous file, and the app keeps the new value',
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'Big', script: '', body: body(10) });
      await house.synchronize();
      const before = await house.files();
      await unwrapResult(house.application.rest.update({ id, body: body(3_000_000) }));
      for (const _ of [1, 2])
        expect(await house.synchronize()).toMatchObject({ ...nothing, warnings: [{ code: 'tooLarge' }] });
      expect(await house.files()).toEqual(before);
      expect(await house.get(id)).toMatchObject({ body: body(3_000_000) });
      await house.edit('big.yml', 'method: GET', 'method: PUT');
      expect(await house.synchronize()).toMatchObject({ pulled: ['big.yml'], invalid: [] });
      expect(await house.get(id)).toMatchObject({ method: 'PUT', body: body(3_000_000) });
    }),
  );
});
