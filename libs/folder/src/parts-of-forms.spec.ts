import { expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const parts = [
  { name: 'meta', value: '{"a":1}', contentType: 'application/json', enabled: true },
  { name: 'csv', value: '1;2', filename: 'rows.csv', contentType: 'text/csv', enabled: true },
  { name: 'csv', value: '3;4', headers: [{ name: 'X-Id', value: '7', enabled: true }], enabled: true },
];

it(
  'form parts keep their types, file names and headers in files',
  { tags: 'bodies:parts' },
  testInHouse(async (house) => {
    await house.createRest({ name: 'Form', body: { type: 'multipart', parts } });
    await house.synchronize();
    const text = await house.read('form.yml');
    expect(text).toContain('contentType: application/json');
    await house.write('again.yml', text.replace('name: Form', 'name: Again').replace(/^\s+id: .*\n/m, ''));
    expect((await house.synchronize()).invalid).toEqual([]);
    const again = (await house.all()).find(({ name }) => name === 'Again');
    expect(again).toMatchObject({ body: { type: 'multipart', parts } });
  }),
);
