import { createQuietContext } from '@tandem/application';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type OnDisk, openOnDisk, unwrapResult } from './testing/on-disk.js';

let bodies: string[] = [];
let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString());
      response.end('{}');
    });
  });
  const foreign = {
    dialect: 'postman',
    beforeRequest: `pm.variables.set('made', pm.variables.replaceIn('{{$randomCity}} {{$guid}}'));`,
  } as const;
  await unwrapResult(on.application.outsideScripts.trust({ trust: true }));
  const content = '{{$randomFullName}} {{$guid}} {{$randomInt}} {{made}}';
  for (const name of ['One', 'Two'])
    await on.create({ name, method: 'POST', url: on.url, body: { type: 'text', content }, foreign });
});
afterAll(() => on.close());

const runWithSeed = async (seed?: number): Promise<readonly string[]> => {
  bodies = [];
  const plan = { iterations: 2, ...(seed === undefined ? {} : { seed }) };
  await unwrapResult(on.application.runs.execute(plan, createQuietContext()));
  return bodies;
};

it(
  'a run with the same seed repeats its dynamic values, in texts and scripts',
  { tags: 'run:seed' },
  async () => {
    const first = await runWithSeed(5);
    expect(first).toHaveLength(4);
    expect(first.join()).not.toMatch(/\{\{|undefined/);
    // The values differ between requests and between iterations.
    expect(new Set(first).size).toBe(4);
    expect(await runWithSeed(5)).toEqual(first);
    expect(await runWithSeed(6)).not.toEqual(first);
    expect(await runWithSeed()).not.toEqual(first);
  },
);
