import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const file = (tags: string) => `info:
  name: A
  type: http
${tags}http:
  method: GET
  url: http://h/
`;

describe('tags of a request', { tags: 'tags:file' }, () => {
  it(
    'are stored where Bruno has them',
    testInHouse(async (house) => {
      const id = await house.createRest({ name: 'A', tags: ['smoke', 'slow'] });
      await house.synchronize();
      expect(await house.read('a.yml')).toMatch(/^info:\n[^]* {2}tags:\n {4}- smoke\n {4}- slow\nhttp:/);
      await unwrapResult(house.application.rest.update({ id: id, tags: [] }));
      await house.synchronize();
      expect(await house.read('a.yml')).not.toContain('tags');
    }),
  );

  it(
    'are read, including those from another tool',
    testInHouse(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', file('  tags: [smoke, "two words"]\n'));
      await house.synchronize();
      expect((await house.all()).find(({ name }) => name === 'A')?.tags).toEqual(['smoke', 'two words']);
    }),
  );

  it(
    'must be a list of text',
    testInHouse(async (house) => {
      await house.createRest({ name: 'Z' });
      await house.synchronize();
      await house.write('a.yml', file('  tags: smoke\n'));
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'a.yml', line: 4, message: expect.stringContaining('must be a list of text') as string },
      ]);
    }),
  );
});
