import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const markers = 'info:\n<<<<<<< HEAD\n  name: A\n=======\n  name: B\n>>>>>>> theirs\n  type: folder\n';

describe("a folder's own file that cannot be read", () => {
  it.each([
    ['conflict markers of git', markers],
    ['YAML that does not parse', 'info: [\n'],
    ['no name', 'info:\n  type: folder\n'],
    ['bytes that are no UTF-8', Buffer.from([0x69, 0xff])],
    ['more than a file may have', `# ${'x'.repeat(2_600_000)}\n`],
  ])('is reported, and its requests stay in their folder: %s', (_, text) =>
    testInHouse(async (house) => {
      const id = await house.createRest({
        name: 'R',
        folder: 'My users/Old ones',
        url: 'http://h/',
        script: '',
      });
      const outer = await house.createRest({ name: 'O', folder: 'My users', url: 'http://h/', script: '' });
      await house.synchronize();
      await house.write('my-users/folder.yml', text);
      const report = await house.synchronize();
      expect(report.invalid).toMatchObject([{ path: 'my-users/folder.yml' }]);
      expect(report).toMatchObject({ pulled: [], written: [], renamed: [], deleted: [], conflicts: [] });
      expect(await house.get(id)).toMatchObject({ folder: 'My users/Old ones' });
      await unwrapResult(house.application.rest.update({ id: outer, url: 'http://h/2' }));
      await house.createRest({ name: 'New', folder: 'My users', url: 'http://h/', script: '' });
      expect(await house.synchronize()).toMatchObject({
        written: ['my-users/o.yml', 'my-users/new.yml'],
        pulled: [],
      });
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
    })(),
  );
});
