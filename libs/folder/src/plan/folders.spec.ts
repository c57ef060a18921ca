import { describe, expect, it } from 'vitest';

import type { SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import { createSecretFinder } from '../secrets/search.js';
import {
  createBase,
  createFoundEntity,
  createState,
  createStoredEntity,
  createSubject,
  createTree,
} from '../testing/sides.js';
import type { Decision } from './decide.js';
import { type DecidedSubject, decideFolders, type DecisionContext, keepDirectories } from './folders.js';

const folderFields = (path: string) => ({ ...emptyFolder, path, seq: null }) as SomeFields;
const requestFields = (folder: string) => ({ name: 'R', folder }) as SomeFields;

const createStoredFolder = (id: string, path: string) => createStoredEntity(id, 'folder', folderFields(path));
const createStoredRequest = (id: string, folder: string) =>
  createStoredEntity(id, 'rest', requestFields(folder));
const createFoundFolder = (id: string, directory: string, folder = directory) =>
  createFoundEntity(id, 'folder', folderFields(folder), { path: `${directory}/folder.yml` });
const createFoundRequest = (id: string, directory: string) =>
  createFoundEntity(id, 'rest', requestFields(directory), { path: `${directory}/${id}.yml` });

const settle = (fields: SomeFields): Decision => ({
  ...{ do: 'settle', file: fields, stored: fields, base: fields, common: fields, conflicts: [], hits: [] },
});

type Sides = Parameters<typeof createSubject>[2];
const createDecided = (
  id: string,
  kind: 'rest' | 'folder',
  sides: Sides,
  decision: Decision,
): DecidedSubject => [createSubject(id, kind, sides), decision];
const removeStored: Decision = { do: 'remove-stored' };
const removeFile: Decision = { do: 'remove-file' };
const nothing: Decision = { do: 'nothing' };

const decide = (
  all: readonly DecidedSubject[],
  more: Partial<DecisionContext> & { readonly bases?: ReturnType<typeof createBase>[] } = {},
) => {
  const stored = all.flatMap(([one]) => (one.stored ? [one.stored] : []));
  const files = all.flatMap(([{ found }]) => (found ? [[found.file.path, 'h'] as const] : []));
  const decided = decideFolders(all, {
    onDefect: () => undefined,
    find: createSecretFinder([]),
    state: createState({ stored, memory: { bases: more.bases ?? [], removals: [] } }),
    tree: createTree(Object.fromEntries(files)),
    ...more,
  });
  return Object.fromEntries(decided.map(([{ id }, decision]) => [id, decision.do]));
};

describe('a folder whose directory was removed', () => {
  const gone = (...others: DecidedSubject[]) =>
    decide([createDecided('f', 'folder', { stored: createStoredFolder('f', 'A') }, removeStored), ...others])
      .f;

  it('is removed in the app with all its contents', () => {
    expect(gone()).toBe('remove-stored');
    expect(gone(createDecided('r', 'rest', { stored: createStoredRequest('r', 'A/B') }, removeStored))).toBe(
      'remove-stored',
    );
    const moved = createDecided(
      'r',
      'rest',
      { stored: createStoredRequest('r', 'A') },
      settle(requestFields('Z')),
    );
    expect(gone(moved)).toBe('remove-stored');
  });

  it('stays in the app while some of its contents stay', () => {
    const stays = (folder: string, decision: Decision) =>
      gone(createDecided('r', 'rest', { stored: createStoredRequest('r', folder) }, decision));
    expect(stays('A', nothing)).toBe('nothing');
    expect(stays('A/B', nothing)).toBe('nothing');
    expect(stays('A', settle(requestFields('A/B')))).toBe('nothing');
    expect(stays('Z', nothing)).toBe('remove-stored');
    expect(stays('AB', nothing)).toBe('remove-stored');
  });

  it('stays in the app while some of its contents are blocked', () => {
    const folder = createDecided('f', 'folder', { stored: createStoredFolder('f', 'A') }, removeStored);
    const held = (other: ReturnType<typeof createStoredEntity>) =>
      decide([folder], { state: createState({ stored: [createStoredFolder('f', 'A'), other] }) }).f;
    expect(held(createStoredRequest('r', 'A'))).toBe('nothing');
    expect(held(createStoredRequest('r', 'B'))).toBe('remove-stored');
    expect(held(createStoredEntity('e', 'environment', { name: 'E' }))).toBe('remove-stored');
  });

  it('stays in the app if a request is moved to it', () => {
    const arrives = (folder: string, decision: Decision) =>
      gone(createDecided('r', 'rest', { found: createFoundRequest('r', folder) }, decision));
    expect(arrives('A/B', settle(requestFields('A/B')))).toBe('nothing');
    expect(arrives('B', settle(requestFields('B')))).toBe('remove-stored');
    expect(arrives('A', removeFile)).toBe('remove-stored');
  });

  it('is removed together with parent folders that are gone too, unless a request stays in it', () => {
    const inner = createDecided('g', 'folder', { stored: createStoredFolder('g', 'A/B') }, removeStored);
    const outer = createDecided('f', 'folder', { stored: createStoredFolder('f', 'A') }, removeStored);
    const request = createDecided('r', 'rest', { stored: createStoredRequest('r', 'A/B') }, nothing);
    expect(decide([outer, inner])).toEqual({ f: 'remove-stored', g: 'remove-stored' });
    expect(decide([outer, inner, request])).toEqual({ f: 'nothing', g: 'nothing', r: 'nothing' });
    expect(decide([inner, outer, request])).toEqual({ f: 'nothing', g: 'nothing', r: 'nothing' });
  });
});

describe('a folder that was removed in the app', () => {
  const removed = (others: readonly DecidedSubject[], more?: Parameters<typeof decide>[1]) =>
    decide(
      [createDecided('f', 'folder', { found: createFoundFolder('f', 'A') }, removeFile), ...others],
      more,
    ).f;

  it('loses its file and everything else in its directory', () => {
    expect(removed([])).toBe('remove-file');
    expect(removed([createDecided('r', 'rest', { found: createFoundRequest('r', 'A') }, removeFile)])).toBe(
      'remove-file',
    );
    const moves = createDecided(
      'r',
      'rest',
      { found: createFoundRequest('r', 'A') },
      settle(requestFields('B')),
    );
    expect(removed([moves])).toBe('remove-file');
  });

  it('is imported again while other files stay in its directory', () => {
    expect(removed([createDecided('r', 'rest', { found: createFoundRequest('r', 'A') }, nothing)])).toBe(
      'settle',
    );
    expect(removed([createDecided('r', 'rest', { found: createFoundRequest('r', 'A/B') }, nothing)])).toBe(
      'settle',
    );
    const stays = createDecided(
      'r',
      'rest',
      { found: createFoundRequest('r', 'A') },
      settle(requestFields('A')),
    );
    expect(removed([stays])).toBe('settle');
    expect(removed([createDecided('r', 'rest', { found: createFoundRequest('r', 'B') }, nothing)])).toBe(
      'remove-file',
    );
    expect(removed([createDecided('r', 'rest', { found: createFoundRequest('r', 'AB') }, nothing)])).toBe(
      'remove-file',
    );
  });

  it('is imported again while a file in its directory cannot be read', () => {
    const tree = (path: string) => ({
      ...createTree({ 'A/folder.yml': 'h' }),
      unreadable: [{ path, line: 1, column: 1, message: '' }],
    });
    expect(removed([], { tree: tree('A/r.yml') })).toBe('settle');
    expect(removed([], { tree: tree('A/r.yaml') })).toBe('settle');
    expect(removed([], { tree: tree('A/r.js') })).toBe('remove-file');
    expect(removed([], { tree: tree('B/r.yml') })).toBe('remove-file');
  });

  it('is recognized by the requests that were synchronized in its directory', () => {
    const taken = createDecided(
      'f',
      'folder',
      { found: createFoundFolder('f', 'A') },
      settle(folderFields('A')),
    );
    const bases = [createBase('r', 'rest', {}, { path: 'A/r.yml' })];
    expect(decide([taken], { bases }).f).toBe('remove-file');
    expect(decide([taken]).f).toBe('settle');
    const remembered = { found: createFoundFolder('f', 'A'), base: createBase('f', 'folder') };
    expect(decide([createDecided('f', 'folder', remembered, settle(folderFields('A')))], { bases }).f).toBe(
      'settle',
    );
    const both = { found: createFoundFolder('f', 'A'), stored: createStoredFolder('f', 'A') };
    expect(decide([createDecided('f', 'folder', both, settle(folderFields('A')))], { bases }).f).toBe(
      'settle',
    );
  });

  it('loses its file together with an inner folder', () => {
    const outer = createDecided('f', 'folder', { found: createFoundFolder('f', 'A') }, removeFile);
    const inner = createDecided('g', 'folder', { found: createFoundFolder('g', 'A/B') }, removeFile);
    expect(decide([outer, inner])).toEqual({ f: 'remove-file', g: 'remove-file' });
    const request = createDecided('r', 'rest', { found: createFoundRequest('r', 'A/B') }, nothing);
    expect(decide([outer, inner, request])).toEqual({ f: 'settle', g: 'settle', r: 'nothing' });
  });
});

describe('the directory of a renamed folder', () => {
  /** Lists the directories that stay, as `directory=folder`. */
  const kept = (...moves: readonly (readonly [directory: string, from: string, to: string])[]) => {
    const places: string[] = [];
    const keep = (path: string, folder: string) => void places.push(`${path}=${folder}`);
    const decisions = moves.map(([directory, from, to], at) =>
      createDecided(
        `f${at}`,
        'folder',
        { found: createFoundFolder(`f${at}`, directory, from) },
        settle(folderFields(to)),
      ),
    );
    keepDirectories({ paths: { keep } }, decisions);
    return places;
  };

  it('stays if the new name would result in the same directory, or if it was named by hand', () => {
    expect(kept(['pets', 'Pets', 'PETS'])).toEqual(['pets=PETS']);
    expect(kept(['by-hand', 'Pets', 'Cats'])).toEqual(['by-hand=Cats']);
    expect(kept(['pets', 'Pets', 'Cats'])).toEqual([]);
    expect(kept(['pets-2', 'Pets', 'Cats'])).toEqual([]);
    expect(kept(['pets', 'Pets', 'Pets'])).toEqual([]);
  });

  it('stays within the directory of its parent folder', () => {
    const outer = ['shop', 'Shop', 'Shop'] as const;
    expect(kept(outer, ['shop/by-hand', 'Shop/Pets', 'Shop/Cats'])).toEqual(['shop/by-hand=Shop/Cats']);
    expect(kept(['shop/by-hand', 'Shop/Pets', 'Shop/Cats'], outer)).toEqual(['shop/by-hand=Shop/Cats']);
    expect(kept(outer, ['other/by-hand', 'Other/Pets', 'Shop/Pets'])).toEqual([]);
    expect(kept(['by-hand', 'Shop', 'Store'], ['by-hand/cats', 'Shop/Cats', 'Store/Cats'])).toEqual([
      ...['by-hand=Store', 'by-hand/cats=Store/Cats'],
    ]);
    expect(kept(['shop', 'Shop', 'Store'], ['shop/cats', 'Shop/Cats', 'Store/Cats'])).toEqual([]);
  });

  it('avoids reserved root names only at the root', () => {
    expect(kept(['mocks-1', 'Mocks', 'MOCKS'])).toEqual(['mocks-1=MOCKS']);
    expect(kept(['a', 'A', 'A'], ['a/mocks', 'A/Mocks', 'A/Dogs'])).toEqual([]);
    expect(kept(['mocks', 'Mocks', 'Dogs'])).toEqual(['mocks=Dogs']);
  });

  it('is not checked if the folder is unchanged', () => {
    const places: string[] = [];
    const keep = (path: string) => void places.push(path);
    keepDirectories({ paths: { keep } }, [
      createDecided('f', 'folder', { stored: createStoredFolder('f', 'A') }, settle(folderFields('B'))),
      createDecided('g', 'folder', { found: createFoundFolder('g', 'by-hand', 'A') }, nothing),
      createDecided('r', 'rest', { found: createFoundRequest('r', 'by-hand') }, settle(requestFields('B'))),
    ]);
    expect(places).toEqual([]);
  });
});
