import { describe, expect, it } from 'vitest';

import type { SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import { createPlaces } from '../layout/places.js';
import { createSecretFinder } from '../secrets/finder.js';
import {
  createBase,
  createFoundEntity,
  createState,
  createStoredEntity,
  createSubject,
  createTree,
} from '../testing/sides.js';
import type { Decision, Subject } from './decide.js';
import { createDraft, type PlanningContext } from './draft.js';
import { completeInSlices, toStep } from './in-slices.js';
import { writeMadeFolders } from './folders/created-folders.js';
import { noteWrites } from './note-writes.js';
import { writeDirectories, writeNotes } from './plan-context.js';
import { computeHash } from './write-entity.js';

const secrets = [{ name: 'token', value: 'long-secret-value' }];

/** The planning context when directories were created for the requests of these folders. */
const createPlanning = (folders: readonly string[], hashes: Readonly<Record<string, string>> = {}) => {
  const find = createSecretFinder(secrets);
  const places = createPlaces([], [], find);
  for (const folder of folders) places.directory(folder);
  return {
    draft: createDraft(),
    tree: createTree(hashes),
    find,
    places,
    searched: 's',
  } as unknown as PlanningContext;
};

describe('a created directory', () => {
  const texts = ({ draft }: PlanningContext) =>
    draft.writes.map(({ path, expected, text }) => [path, expected, text]);

  it('gets a file with its name before all other files', () => {
    const planning = createPlanning(['Old pets/Cats'], { 'old-pets/folder.yml': 'h' });
    planning.draft.writes.push({ path: 'r.yml', text: '', expected: null });
    planning.draft.written.push('r.yml');
    writeDirectories(planning);
    expect(texts(planning)).toEqual([
      ['old-pets/folder.yml', 'h', expect.stringContaining('name: Old pets')],
      ['old-pets/cats/folder.yml', null, expect.stringContaining('name: Cats')],
      ['r.yml', null, ''],
    ]);
    expect(planning.draft.written).toEqual(['r.yml', 'old-pets/folder.yml', 'old-pets/cats/folder.yml']);
  });

  it('already has its file if it is written for its folder', () => {
    const planning = createPlanning(['Pets']);
    planning.draft.kept.add('pets/folder.yml');
    writeDirectories(planning);
    expect(texts(planning)).toEqual([]);
  });

  it('has no secret in its name', () => {
    const planning = createPlanning(['long-secret-value']);
    writeDirectories(planning);
    expect(JSON.stringify(texts(planning))).not.toContain('long-secret');
    expect(planning.draft.writes).toHaveLength(1);
  });
});

describe('the notes about a folder', () => {
  const noted = (
    hashes: Readonly<Record<string, string>>,
    bases: readonly ReturnType<typeof createBase>[] = [],
  ) => {
    const planning = createPlanning([], hashes);
    writeNotes(planning, createState({ memory: { bases, removals: [] } }));
    expect(planning.draft.written).toEqual(planning.draft.writes.map(({ path }) => path));
    expect(planning.draft.writes.every(({ expected }) => expected === null)).toBe(true);
    return planning.draft.written;
  };

  it('are written once, if there are none', () => {
    expect(noted({})).toEqual(['.gitattributes', 'AGENTS.md']);
    expect(noted({ 'AGENTS.md': 'h' })).toEqual(['.gitattributes']);
    expect(noted({ 'opencollection.yml': 'h' })).toEqual([]);
    expect(noted({}, [createBase('r', 'rest')])).toEqual([]);
  });
});

describe('the folder of a created directory', () => {
  const folderFields = (path: string) => ({ ...emptyFolder, path, seq: null }) as SomeFields;
  const made = async (
    folders: readonly string[],
    subjects: readonly Subject[],
    more: { readonly stored?: readonly ReturnType<typeof createStoredEntity>[]; readonly kept?: string } = {},
  ) => {
    const planning = createPlanning(folders);
    if (more.kept !== undefined) planning.draft.kept.add(more.kept);
    const out: (readonly [Subject, Decision])[] = [];
    const stored = more.stored ?? subjects.flatMap((one) => (one.stored ? [one.stored] : []));
    const deciding = {
      onDefect: () => undefined,
      find: planning.find,
      tree: planning.tree,
      state: createState({ stored }),
    };
    const decided = subjects.map((one) => [one, { do: 'nothing' }] as const);
    const carryOut = (...one: readonly [Subject, Decision]) => toStep(() => out.push(one));
    await completeInSlices(writeMadeFolders(planning, decided, deciding, carryOut));
    return out.map(([{ id, base, kind }, decision]) => [
      id,
      kind,
      base,
      decision.do === 'settle' && decision.file.path,
    ]);
  };

  it('is new if neither side knows it', async () => {
    expect(await made(['Pets/Cats'], [])).toEqual([
      ['new_folder_1', 'folder', undefined, 'Pets'],
      ['new_folder_2', 'folder', undefined, 'Pets/Cats'],
    ]);
    expect(await made(['long-secret-value'], [])).toEqual([]);
    expect(await made(['Pets'], [], { kept: 'pets/folder.yml' })).toEqual([]);
  });

  it("is the app's folder that lost its directory", async () => {
    const stored = createStoredEntity('f', 'folder', folderFields('Pets'));
    const lost = createSubject('f', 'folder', { stored, base: createBase('f', 'folder') });
    expect(await made(['Pets'], [lost])).toEqual([['f', 'folder', undefined, 'Pets']]);
    const found = createFoundEntity('f', 'folder', folderFields('Pets'));
    expect(await made(['Pets'], [createSubject('f', 'folder', { stored, found })])).toEqual([]);
    expect(await made(['Pets'], [], { stored: [stored] })).toEqual([]);
    const request = createStoredEntity('r', 'rest', { folder: 'Pets' });
    expect(await made(['Pets'], [createSubject('r', 'rest', { stored: request })])).toEqual([
      ['new_folder_1', 'folder', undefined, 'Pets'],
    ]);
  });
});

describe('the records of planned writes', () => {
  const common = { name: 'A', folder: 'Pets', script: 'c()' } as SomeFields;
  const decision = {
    ...{ do: 'settle', file: common, stored: common, base: common, common, conflicts: [], hits: [] },
  } as Extract<Decision, { do: 'settle' }>;
  const files = { path: 'a.yml', text: 'text', scriptPath: 'a.js', script: 'x()' };
  const noted = (sides: Partial<Subject>, changed: readonly string[], script: string | undefined = 'x()') => {
    const planning = createPlanning([], { 'a.yml': 'before' });
    noteWrites(planning, createSubject('r', 'rest', sides), decision, { ...files, script }, changed);
    return planning.draft.noted;
  };
  const stored = createStoredEntity('r', 'rest', { seq: 4 }, 7);
  const about = { id: 'r', kind: 'rest', folder: 'Pets', revision: 7, seq: 4, searched: 's', replaces: [] };

  it('contain what each file will have', () => {
    expect(noted({ stored }, ['a.yml', 'a.js'])).toEqual([
      {
        ...about,
        path: 'a.yml',
        hash: computeHash('text'),
        expected: 'before',
        fields: JSON.stringify(common),
      },
      { ...about, path: 'a.js', hash: computeHash('x()'), expected: '', fields: '{"script":"c()"}' },
    ]);
    expect(noted({ stored }, ['a.yml'])).toHaveLength(1);
  });

  it('are empty for an entity that the app does not have', () => {
    expect(noted({}, ['a.yml'])).toEqual([]);
  });

  it('list the files that they replace', () => {
    const moved = createFoundEntity('r', 'rest', {}, { path: 'b.yml', script: 'x()' });
    expect(noted({ stored, found: moved }, ['a.yml'])[0]?.replaces).toEqual([
      { path: 'b.yml', hash: 'h' },
      { path: 'b.js', hash: 'j' },
    ]);
    const plain = createFoundEntity('r', 'rest', {}, { path: 'b.yml' });
    expect(noted({ stored, found: plain }, ['a.yml'])[0]?.replaces).toEqual([{ path: 'b.yml', hash: 'h' }]);
    expect(
      noted({ stored, found: createFoundEntity('r', 'rest', {}, { path: 'a.yml' }) }, ['a.yml'])[0]?.replaces,
    ).toEqual([]);
  });
});
