import { describe, expect, it } from 'vitest';

import type { SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import { createPathAssigner } from '../layout/paths.js';
import { createSecretFinder } from '../secrets/search.js';
import { createContent, createFoundEntity, createStoredEntity } from '../testing/sides.js';
import { isUpToDate, getEntityPath, findOversizedFile } from './write-entity.js';

it('a file that would be too large to read is reported, with the part that should be shorter', () => {
  const files = { path: 'a.yml', text: 'é'.repeat(500), scriptPath: 'a.js', script: 'x'.repeat(1_001) };
  expect(findOversizedFile(files, 1_001)).toBeUndefined();
  expect(findOversizedFile(files, 1_000)).toEqual({
    path: 'a.js',
    message:
      'It would have 1,001 bytes, and files of more than 1,000 are not read. It was not written and stays in the app; make its script shorter.',
  });
  expect(findOversizedFile(files, 999)).toEqual({
    path: 'a.yml',
    message:
      'It would have 1,000 bytes, and files of more than 999 are not read. It was not written and stays in the app; make its longest field shorter.',
  });
  const { script: _, ...alone } = files;
  expect(findOversizedFile({ ...alone, script: undefined }, 1_000)).toBeUndefined();
});

describe('the files of an entity', () => {
  const fields = { name: 'A', folder: '' } as SomeFields;
  const request = createFoundEntity('r', 'rest', fields);

  it('are up to date if they have the planned content', () => {
    expect(isUpToDate(request, { ...fields }, 'tandem')).toBe(true);
    expect(isUpToDate(request, { ...fields, name: 'B' }, 'tandem')).toBe(false);
  });

  it('must have the id of the entity', () => {
    const withId = (id: string | undefined, kind: 'rest' | 'workspace' | 'folder' = 'rest') =>
      isUpToDate(
        { ...createFoundEntity('r', kind, fields), content: createContent(kind, fields, id) },
        fields,
        'tandem',
      );
    expect(withId('r')).toBe(true);
    expect(withId('other')).toBe(false);
    expect(withId(undefined)).toBe(false);
    expect(withId('other', 'workspace')).toBe(true);
    expect(withId(undefined, 'folder')).toBe(true);
    expect(withId('other', 'folder')).toBe(false);
    expect(isUpToDate(createFoundEntity('r', 'rest', fields, { isRead: false }), fields, 'tandem')).toBe(
      true,
    );
  });

  it('include a script if the entity has one', () => {
    const withScript = (wanted: string, script?: string) => {
      const all = { ...fields, script: wanted } as SomeFields;
      return isUpToDate(
        createFoundEntity('r', 'rest', all, script === undefined ? {} : { script }),
        all,
        'tandem',
      );
    };
    expect(withScript('x()', 'x()')).toBe(true);
    expect(withScript('x()')).toBe(false);
    expect(withScript('')).toBe(true);
  });

  it('are empty for a folder that has only a name', () => {
    const folder = { ...emptyFolder, path: 'A', seq: null } as SomeFields;
    const implied = (more: SomeFields = {}) => {
      const all = { ...folder, ...more };
      const found = createFoundEntity('f', 'folder', all);
      return isUpToDate({ ...found, file: { ...found.file, hash: '' } }, all, 'tandem');
    };
    expect(implied()).toBe(true);
    expect(implied({ seq: 1 })).toBe(false);
    expect(implied({ description: 'notes' })).toBe(false);
  });
});

describe('the path of an entity', () => {
  const paths = () =>
    createPathAssigner(
      ['one.yml', 'pets', 'environments/Dev.yml'],
      [{ path: 'pets', folder: 'Pets' }],
      createSecretFinder([]),
    );
  const place = (
    entity: ReturnType<typeof createStoredEntity>,
    found?: ReturnType<typeof createFoundEntity>,
  ) => getEntityPath(paths(), entity, found);
  const environment = (name: string) => createStoredEntity('e', 'environment', { name });
  const dev = createFoundEntity('e', 'environment', { name: 'Dev' }, { path: 'environments/Dev.yml' });
  const one = createFoundEntity('r', 'rest', { name: 'One', folder: '' }, { path: 'one.yml' });
  const request = (name: string, folder: string) => createStoredEntity('r', 'rest', { name, folder });
  const pets = createFoundEntity('f', 'folder', { path: 'Pets' }, { path: 'pets/folder.yml' });
  const folder = (path: string) => createStoredEntity('f', 'folder', { path });

  it('is never the path of an existing file', () => {
    expect(place(request('One', ''))).toBe('one-2.yml');
    expect(place(request('One', 'Pets'))).toBe('pets/one.yml');
    expect(place(environment('Dev'))).toBe('environments/Dev-2.yml');
    expect(place(createStoredEntity('w', 'workspace', {}))).toBe('opencollection.yml');
    expect(place(folder('Pets'))).toBe('pets/folder.yml');
  });

  it('stays the path of its file, until the entity is renamed or moved', () => {
    expect(place(request('One', ''), one)).toBe('one.yml');
    expect(place(request('Two', ''), one)).toBe('two.yml');
    expect(place(request('One', 'Pets'), one)).toBe('pets/one.yml');
    expect(place(environment('Dev'), dev)).toBe('environments/Dev.yml');
    expect(place(environment('Test'), dev)).toBe('environments/Test.yml');
    expect(place(folder('Pets'), pets)).toBe('pets/folder.yml');
    expect(place(folder('Cats'), pets)).toBe('cats/folder.yml');
    expect(place(folder('Pets'), { ...pets, fields: () => ({ path: 'Old' }) })).toBe('pets/folder.yml');
  });
});
