import { describe, expect, it } from 'vitest';

import { findingOf, type FoundFolder } from './found-folder.js';

const found = (kind: FoundFolder['kind'], names: readonly string[] = [], name: string | null = null) =>
  findingOf({ path: '/home/me/api', kind, names, name });

describe('what is said before a folder is opened', () => {
  it(
    'is nothing for a workspace, an empty folder and one that is converted',
    { tags: 'workspace:open' },
    () => {
      expect(found('workspace', ['tandem'], 'Shop')).toBe(undefined);
      expect(found('empty')).toBe(undefined);
      expect(found('bruno', ['bruno.json'], 'Shop')).toBe(undefined);
    },
  );

  it('offers to create a folder that does not exist', { tags: 'workspace:open' }, () => {
    expect(found('missing')).toEqual({
      words: 'This folder does not exist.',
      act: 'Create it',
      create: true,
    });
  });

  it('names what was found', { tags: 'workspace:open' }, () => {
    expect(found('unreadable', ['opencollection.yml'], 'Shop')?.words).toContain('cannot be read');
    expect(found('other', ['a', 'b'])?.words).toContain('but a, b.');
    expect(found('other', ['a', 'b', 'c', 'd'])?.words).toContain('but a, b, c and more.');
  });
});
