import { expect, it } from 'vitest';

import { unwrapResult } from '@tandem/core/testing';

import { testInHouse } from './testing/house.js';

it(
  "is written to the environment's file, read from it, and left out if there is none",
  { tags: 'environment:color' },
  testInHouse(async (house) => {
    const { environments } = house.application;
    const { id } = await unwrapResult(environments.create({ name: 'Live', color: '#d32f2f' }));
    await unwrapResult(environments.create({ name: 'Plain' }));
    await house.synchronize();
    expect(await house.read('environments/Live.yml')).toContain('color: "#d32f2f"\n');
    expect(await house.read('environments/Plain.yml')).not.toContain('color');

    const text = await house.read('environments/Live.yml');
    await house.write('environments/Live.yml', text.replace('#d32f2f', '#2e8a54'));
    await house.synchronize();
    expect(await house.environments()).toContainEqual(expect.objectContaining({ id, color: '#2e8a54' }));

    await unwrapResult(environments.update({ id, color: '' }));
    await house.synchronize();
    expect(await house.read('environments/Live.yml')).not.toContain('color');
  }),
);
