import { describe, expect, it } from 'vitest';

import { createFolderNotice, type FoundFolder } from './found-folder.js';

const createNotice = (kind: FoundFolder['kind'], names: readonly string[] = [], name: string | null = null) =>
  createFolderNotice({ path: '/home/me/api', kind, names, name });

describe('the notice before a folder is opened', () => {
  it(
    'is absent for a workspace, an empty folder and a folder that is converted',
    { tags: 'workspace:open' },
    () => {
      expect(createNotice('workspace', ['tandem'], 'Shop')).toBe(undefined);
      expect(createNotice('empty')).toBe(undefined);
      expect(createNotice('bruno', ['bruno.json'], 'Shop')).toBe(undefined);
    },
  );

  it('offers to create a folder that does not exist', { tags: 'workspace:open' }, () => {
    expect(createNotice('missing')).toEqual({
      words: 'This folder does not exist.',
      act: 'Create it',
      create: true,
    });
  });

  it('names the documents in the folder', { tags: 'workspace:open' }, () => {
    expect(createNotice('unreadable', ['opencollection.yml'], 'Shop')?.words).toContain('cannot be read');
    expect(createNotice('other', ['a', 'b'])?.words).toContain('contains a, b.');
    expect(createNotice('other', ['a', 'b', 'c', 'd'])?.words).toContain('contains a, b, c and more.');
  });
});
