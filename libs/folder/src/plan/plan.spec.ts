import { createHash } from 'node:crypto';
import { folderDefaults, type FolderKind, type FolderState, restDefaults } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createDocuments } from '../document/documents.js';
import type { SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import type { FolderTree } from '../files/tree.js';
import { createPathAssigner } from '../layout/paths.js';
import { createSecretFinder } from '../secrets/search.js';
import {
  createBase,
  createFoundEntity,
  createState,
  createStoredEntity,
  createSubject,
  createTree,
} from '../testing/sides.js';
import { defaultFolderLimits } from '../yaml/limits.js';
import type { Decision, Subject } from './decide.js';
import { createDraft, type PlanningContext } from './draft.js';
import { writeCreatedFolders } from './folders.js';
import { completeInSlices, toStep } from './slices.js';
import { excludeRemovedFiles, isLikelyAccident, planFolder, writeDirectories, writeNotes } from './plan.js';
import { recordPlannedWrites } from './settle-entity.js';
import { computeHash } from './write-entity.js';

const documents = createDocuments(defaultFolderLimits, { dataFolder: 'tandem' });
afterAll(() => documents.close());

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An in-memory folder with these files. */
const treeOf = (files: Readonly<Record<string, string>>, more: Partial<FolderTree> = {}): FolderTree => {
  const directories = new Set<string>();
  for (const path of Object.keys(files))
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      directories.add(path.slice(0, at));
  return {
    exists: true,
    unreadable: [],
    notRead: [],
    leftovers: [],
    files: new Map(Object.entries(files).map(([path, text]) => [path, { path, text, hash: hashOf(text) }])),
    hashes: new Map(Object.entries(files).map(([path, text]) => [path, hashOf(text)])),
    taken: [...Object.keys(files), ...directories],
    directories: [...directories],
    ...more,
  };
};

const plan = async (
  files: Readonly<Record<string, string>>,
  state: FolderState,
  more?: Partial<FolderTree>,
) => {
  const defects: string[] = [];
  const read: number[] = [];
  const draft = await completeInSlices(
    planFolder(treeOf(files, more), state, {
      documents,
      dataFolder: 'tandem',
      onDefect: (_, path) => void defects.push(path),
      onRead: (count) => void read.push(count),
    }),
  );
  expect(defects).toEqual([]);
  return { ...draft, read, texts: Object.fromEntries(draft.writes.map(({ path, text }) => [path, text])) };
};

const workspace = createStoredEntity('ws_1', 'workspace', {
  ...folderDefaults,
  name: 'Shop',
});
const requestId = 'rest_0000000000000001';
const request = (more: SomeFields = {}, id = requestId, revision = 3) =>
  createStoredEntity(
    id,
    'rest',
    { ...restDefaults, name: 'One', url: '/one', folder: '', seq: null, script: '', ...more },
    revision,
  );
const folderId = 'fold_0000000000000001';
const folder = (path: string, more: SomeFields = {}, id = folderId) =>
  createStoredEntity(id, 'folder', { ...emptyFolder, path, seq: null, ...more });
const environment = (name: string, id = 'env_0000000000000001') =>
  createStoredEntity(id, 'environment', {
    name,
    variables: [],
    secrets: [],
    description: '',
    extends: '',
    guard: null,
  });

type StoredEntities = FolderState['stored'];

/** Synchronizes these entities for the first time. Returns the files that are written, and the memory afterwards. */
const synchronizeFirst = async (stored: StoredEntities, secrets: FolderState['secrets'] = []) => {
  const draft = await plan({}, createState({ stored, secrets }));
  return { files: draft.texts, bases: draft.put, draft };
};

/** Synchronizes first, then plans again with other files or entities. */
const planAgain = async (
  before: StoredEntities,
  change: {
    readonly stored?: StoredEntities;
    readonly files?: (files: Record<string, string>) => Record<string, string | undefined>;
    readonly state?: Partial<FolderState>;
    readonly tree?: Partial<FolderTree>;
  },
) => {
  const { files, bases } = await synchronizeFirst(before);
  const changed = Object.entries({ ...files, ...change.files?.(files) });
  const left = Object.fromEntries(
    changed.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
  const memory = { bases, removals: [] };
  return plan(left, createState({ stored: change.stored ?? before, memory, ...change.state }), change.tree);
};

const nothing = {
  writes: [],
  removals: [],
  changes: [],
  put: [],
  forget: [],
  written: [],
  pulled: [],
  merged: [],
  ...{
    renamed: [],
    deleted: [],
    conflicts: [],
    invalid: [],
    withheld: [],
    warnings: [],
    noted: [],
    pending: [],
  },
};

describe('the first synchronization', () => {
  it('writes each entity, and notes about the folder', async () => {
    const { draft, files, bases } = await synchronizeFirst([
      workspace,
      request({ script: 'x()' }),
      environment('Dev'),
    ]);
    expect(Object.keys(files).sort()).toEqual([
      ...['.gitattributes', 'AGENTS.md', 'environments/Dev.yml', 'one.js', 'one.yml', 'opencollection.yml'],
    ]);
    expect(files['one.js']).toBe('x()');
    expect(draft.written).toEqual(expect.arrayContaining(['one.yml', 'one.js', 'AGENTS.md']));
    expect(draft.changes).toEqual([]);
    expect(draft.unchanged).toBe(0);
    expect(draft.writes.every(({ expected }) => expected === null)).toBe(true);
    expect(bases.find(({ id }) => id === requestId)).toMatchObject({
      ...{ kind: 'rest', path: 'one.yml', folder: '', revision: 3, seq: null, settled: true },
      ...{ fileHash: hashOf(files['one.yml'] ?? ''), scriptHash: hashOf('x()') },
    });
    const plain = await synchronizeFirst([workspace, request()]);
    expect(plain.bases.find(({ id }) => id === requestId)?.scriptHash).toBe('');
  });

  it('records which entities it writes, in case it is interrupted', async () => {
    const { draft, files } = await synchronizeFirst([workspace, request({ script: 'x()' })]);
    expect(draft.noted.filter(({ id }) => id === requestId)).toEqual([
      expect.objectContaining({
        ...{ kind: 'rest', path: 'one.yml', hash: hashOf(files['one.yml'] ?? ''), expected: '' },
        ...{ revision: 3, seq: null, folder: '', replaces: [] },
      }),
      expect.objectContaining({ path: 'one.js', hash: hashOf('x()'), fields: '{"script":"x()"}' }),
    ]);
  });

  it('creates a directory for each folder of a request', async () => {
    const { files, draft } = await synchronizeFirst([
      workspace,
      folder('Pets'),
      request({ folder: 'Pets/Old cats' }),
    ]);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['pets/folder.yml', 'pets/old-cats/folder.yml', 'pets/old-cats/one.yml']),
    );
    expect(files['pets/old-cats/folder.yml']).toContain('name: Old cats');
    const made = draft.changes.flatMap((change) => (change.do === 'put' ? [change.entity] : []));
    expect(made).toEqual([
      {
        id: 'new_folder_1',
        kind: 'folder',
        fields: expect.objectContaining({ path: 'Pets/Old cats' }) as unknown,
      },
    ]);
  });

  it('omits every value that contains a secret', async () => {
    const secrets = [{ name: 'token', value: 'long-secret-value' }];
    const { files, draft } = await synchronizeFirst(
      [workspace, request({ url: '/long-secret-value' }), folder('long-secret-value')],
      secrets,
    );
    expect(JSON.stringify(files)).not.toContain('long-secret');
    expect(draft.withheld).toEqual([
      { path: folderId, field: 'path', secret: 'token' },
      { path: 'one.yml', field: 'url', secret: 'token' },
    ]);
    expect(draft.put.find(({ id }) => id === requestId)?.settled).toBe(false);
  });

  it('imports an existing folder, and writes no notes', async () => {
    const { files } = await synchronizeFirst([workspace, request({ script: 'x()' }), environment('Dev')]);
    const draft = await plan(files, createState({ stored: [workspace] }));
    expect(draft.changes).toEqual([
      { do: 'put', entity: expect.objectContaining({ id: requestId }) as unknown, expected: null },
      {
        do: 'put',
        entity: expect.objectContaining({ id: 'env_0000000000000001' }) as unknown,
        expected: null,
      },
    ]);
    expect(draft.pulled).toEqual(['one.yml', 'environments/Dev.yml']);
    expect(draft.put.find(({ id }) => id === requestId)?.revision).toBe(1);
    expect(draft.writes).toEqual([]);
  });
});

describe('a later synchronization', () => {
  const both = [workspace, request({ script: 'x()' }), environment('Dev')];

  it('does nothing if nothing has changed', async () => {
    expect(await planAgain(both, {})).toMatchObject({ ...nothing, unchanged: 3 });
  });

  it('writes changes from the app', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, request({ url: '/two', script: 'x()' }, requestId, 4)],
    });
    expect(draft.written).toEqual(['one.yml']);
    expect(draft.texts['one.yml']).toContain('/two');
    expect(draft.changes).toEqual([]);
    expect(draft.put).toEqual([expect.objectContaining({ id: requestId, revision: 4 })]);
    expect(draft.noted).toEqual([expect.objectContaining({ path: 'one.yml', revision: 4 })]);
    expect(draft.deleted).toEqual(['environments/Dev.yml']);
    expect(draft.forget).toEqual(['env_0000000000000001']);
    expect(draft.removals.map(({ path }) => path)).toEqual(['environments/Dev.yml']);
  });

  it('imports changes from a file', async () => {
    const draft = await planAgain(both, {
      files: ({ 'one.yml': text = '' }) => ({ 'one.yml': text.replace('/one', '/two') }),
    });
    expect(draft.changes).toEqual([
      {
        do: 'put',
        entity: { id: requestId, kind: 'rest', fields: expect.objectContaining({ url: '/two' }) as unknown },
        expected: 3,
      },
    ]);
    expect(draft).toMatchObject({ pulled: ['one.yml'], written: [], merged: [], unchanged: 2 });
    expect(draft.put).toEqual([expect.objectContaining({ revision: 4, settled: true })]);
  });

  it('merges changes from both sides', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, request({ method: 'PUT', script: 'x()' }, requestId, 4), environment('Dev')],
      files: ({ 'one.yml': text = '' }) => ({ 'one.yml': text.replace('/one', '/two') }),
    });
    expect(draft).toMatchObject({ merged: ['one.yml'], written: [], pulled: [], unchanged: 2 });
    expect(draft.texts['one.yml']).toMatch(/PUT[^]*\/two/);
  });

  it('leaves both sides unchanged in a conflict until a person decides', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, request({ url: '/app', script: 'x()' }, requestId, 4), environment('Dev')],
      files: ({ 'one.yml': text = '' }) => ({ 'one.yml': text.replace('/one', '/file') }),
    });
    expect(draft.conflicts).toEqual([
      {
        id: requestId,
        kind: 'rest',
        path: 'one.yml',
        field: 'url',
        base: '/one',
        ours: '/app',
        theirs: '/file',
      },
    ]);
    expect(draft).toMatchObject({ writes: [], changes: [] });
    expect(draft.put).toEqual([expect.objectContaining({ settled: false })]);
  });

  it('writes, changes and removes a script', async () => {
    const added = await planAgain([workspace, request()], {
      stored: [workspace, request({ script: 'y()' }, requestId, 4)],
    });
    expect(added.written).toEqual(['one.js']);
    expect(added.pending).toEqual([{ path: 'one.js', hash: hashOf('y()') }]);
    expect([...added.removing]).toEqual([requestId]);
    const changed = await planAgain(both, {
      stored: [workspace, request({ script: 'y()' }, requestId, 4), environment('Dev')],
    });
    expect(changed).toMatchObject({ written: ['one.js'], pending: [], deleted: [] });
    expect([...changed.removing]).toEqual([]);
    const removed = await planAgain(both, {
      stored: [workspace, request({}, requestId, 4), environment('Dev')],
    });
    expect(removed).toMatchObject({
      deleted: ['one.js'],
      removals: [{ path: 'one.js', hash: hashOf('x()') }],
    });
    expect(removed.put).toEqual([expect.objectContaining({ scriptHash: '' })]);
  });

  it('moves the files of a request that was renamed', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, request({ name: 'Two', script: 'x()' }, requestId, 4), environment('Dev')],
    });
    expect(draft.renamed).toEqual([{ from: 'one.yml', to: 'two.yml' }]);
    expect(draft.removals.map(({ path }) => path).sort()).toEqual(['one.js', 'one.yml']);
    expect(draft.pending.map(({ path }) => path)).toEqual(['two.yml', 'two.js']);
    expect([...draft.removing]).toEqual([requestId]);
    expect(draft.noted[0]?.replaces.map(({ path }) => path)).toEqual(['one.yml', 'one.js']);
    const plain = await planAgain([workspace, request()], {
      stored: [workspace, request({ name: 'Two' }, requestId, 4)],
    });
    expect(plain.noted[0]?.replaces.map(({ path }) => path)).toEqual(['one.yml']);
  });

  it('removes a request whose file was removed, and the file of a removed request', async () => {
    const inApp = await planAgain(both, { files: () => ({ 'one.yml': undefined, 'one.js': undefined }) });
    expect(inApp).toMatchObject({ forget: [requestId], deleted: ['one.yml'], writes: [] });
    expect(inApp.changes).toEqual([{ do: 'remove', kind: 'rest', id: requestId, expected: 3 }]);
    const inFolder = await planAgain(both, { stored: [workspace, environment('Dev')] });
    expect(inFolder).toMatchObject({ forget: [requestId], deleted: ['one.yml'], changes: [] });
    expect(inFolder.removals.map(({ path }) => path)).toEqual(['one.yml', 'one.js']);
    expect([...inFolder.removing]).toEqual([requestId]);
  });

  it('forgets an entity that neither side has', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, environment('Dev')],
      files: () => ({ 'one.yml': undefined, 'one.js': undefined }),
    });
    expect(draft).toMatchObject({ forget: [requestId], changes: [], removals: [], deleted: [] });
  });

  it('deletes nothing if most files or the manifest are missing', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      request({ name: `R${at}` }, `rest_${String(at).padStart(16, '0')}`),
    );
    const gone = (files: Record<string, string>, more: Record<string, undefined> = {}) => ({
      ...Object.fromEntries(
        Object.keys(files)
          .filter((path) => /^r\d+\.yml$/.test(path))
          .map((path) => [path, undefined]),
      ),
      ...more,
    });
    const most = await planAgain([workspace, ...many], { files: gone });
    expect(most.changes).toEqual([]);
    const message =
      '30 files are missing. Nothing was deleted; repeat with confirmDeletions: true to delete their entities.';
    expect(most.warnings).toEqual([{ code: 'massDeletion', message }]);
    expect(most.unchanged).toBe(1);
    const all = await planAgain([workspace, ...many], {
      files: (files) => gone(files, { 'opencollection.yml': undefined }),
    });
    expect(all).toMatchObject({
      changes: [],
      writes: [],
      unchanged: 0,
      warnings: [{ code: 'massDeletion' }],
    });
    const confirmed = await planAgain([workspace, ...many], {
      files: gone,
      state: { confirmDeletions: true },
    });
    expect(confirmed.changes).toHaveLength(30);
    expect(confirmed.warnings).toEqual([]);
  });

  it('skips files that cannot be read', async () => {
    const broken = await planAgain(both, { files: () => ({ 'one.yml': 'info: [' }) });
    expect(broken.invalid).toEqual([expect.objectContaining({ path: 'one.yml' })]);
    expect(broken).toMatchObject({ writes: [], changes: [], forget: [], put: [], unchanged: 2 });
    const marked = await planAgain(both, {
      files: () => ({ 'one.js': '<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n' }),
    });
    expect(marked.invalid).toEqual([expect.objectContaining({ path: 'one.js', line: 1 })]);
    expect(marked).toMatchObject({ writes: [], changes: [], forget: [], unchanged: 2 });
    const at = { path: 'one.yml', line: 1, column: 1, message: 'no' };
    const unreadable = await planAgain(both, {
      files: () => ({ 'one.yml': undefined }),
      tree: { unreadable: [at] },
    });
    expect(unreadable).toMatchObject({ invalid: [at], changes: [], forget: [], unchanged: 2 });
    const script = await planAgain(both, {
      files: () => ({ 'one.js': undefined }),
      tree: { unreadable: [{ ...at, path: 'one.js' }] },
    });
    expect(script).toMatchObject({ changes: [], forget: [], writes: [], unchanged: 2 });
    const manifest = await planAgain(both, { files: () => ({ 'opencollection.yml': 'info: [' }) });
    expect(manifest).toMatchObject({ changes: [], writes: [], unchanged: 2 });
  });

  it('skips a request whose moved file cannot be read', async () => {
    const draft = await planAgain(both, {
      files: () => ({ 'one.yml': undefined, 'two.yml': `info: [ ${requestId}` }),
    });
    expect(draft).toMatchObject({ changes: [], forget: [], invalid: [{ path: 'two.yml' }] });
  });

  it('moves a request when its folder is renamed in its file', async () => {
    const draft = await planAgain([workspace, folder('Pets'), request({ folder: 'Pets' })], {
      files: ({ 'pets/folder.yml': text = '' }) => ({ 'pets/folder.yml': text.replace('Pets', 'Cats') }),
    });
    const put = draft.changes.flatMap((change) => (change.do === 'put' ? [change.entity.fields] : []));
    expect(put).toEqual([
      expect.objectContaining({ path: 'Cats' }),
      expect.objectContaining({ name: 'One', folder: 'Cats' }),
    ]);
    expect(draft).toMatchObject({ writes: [], conflicts: [], pulled: ['pets/folder.yml', 'pets/one.yml'] });
  });

  it('reads only the files that have changed, 64 at a time', async () => {
    const many = Array.from({ length: 70 }, (_, at) =>
      request({ name: `R${at}` }, `rest_${String(at).padStart(16, '0')}`),
    );
    const draft = await planAgain([workspace, ...many], {});
    expect(draft.read).toEqual([0, 64]);
    expect(draft.unchanged).toBe(71);
  });

  it('reports secrets in files', async () => {
    const { files, bases } = await synchronizeFirst(both);
    const text = `# long-secret-value\n${files['one.yml'] ?? ''}`;
    const draft = await plan(
      { ...files, 'one.yml': text },
      createState({
        stored: both,
        memory: { bases, removals: [] },
        secrets: [{ name: 'token', value: 'long-secret-value' }],
      }),
    );
    expect(draft.warnings).toEqual([
      expect.objectContaining({
        code: 'secretInFile',
        path: 'one.yml',
        message: expect.stringContaining('"token" in a comment') as unknown,
      }),
    ]);
    expect(draft.put.find(({ id }) => id === requestId)?.settled).toBe(false);
  });

  it('does not write a file that could not be read back', async () => {
    const draft = await planAgain(both, {
      stored: [workspace, request({ script: 'x'.repeat(2e7) }, requestId, 4), environment('Dev')],
    });
    expect(draft.warnings).toEqual([expect.objectContaining({ code: 'tooLarge', path: 'one.js' })]);
    expect(draft.writes).toEqual([]);
    expect(draft.put).toEqual([expect.objectContaining({ settled: false, folder: '' })]);
  });
});

const treeWithFiles = (hashes: Readonly<Record<string, string>>): FolderTree => ({
  exists: true,
  unreadable: [],
  notRead: [],
  directories: [],
  leftovers: [],
  files: new Map(Object.entries(hashes).map(([path, hash]) => [path, { path, hash, text: '' }])),
  hashes: new Map(Object.entries(hashes)),
  taken: Object.keys(hashes),
});
const whole = treeWithFiles({ 'opencollection.yml': 'm' });

/** Whether losing this many of a total number of requests and folders looks like an accident. */
const isAccident = (
  gone: Partial<Record<FolderKind, number>>,
  known: Partial<Record<FolderKind, number>>,
  { tree = whole, confirmDeletions = false, kept = 0 } = {},
): boolean => {
  const each = <A>(counts: Partial<Record<FolderKind, number>>, of: (kind: FolderKind) => A): A[] =>
    Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => of(kind as FolderKind)),
    );
  const removed = each(gone, (kind) => [{ kind } as Subject, { do: 'remove-stored' }] as const);
  const others = Array.from(
    { length: kept },
    () => [{ kind: 'rest' } as Subject, { do: 'nothing' }] as const,
  );
  const state = { confirmDeletions, memory: { bases: each(known, (kind) => ({ kind })), removals: [] } };
  return isLikelyAccident([...removed, ...others], tree, state as unknown as FolderState);
};

describe('missing files', () => {
  it('look like an accident if they are more than twenty and more than half', () => {
    expect(isAccident({ rest: 21 }, { rest: 41 })).toBe(true);
    expect(isAccident({ rest: 10, environment: 11 }, { rest: 30, environment: 11 })).toBe(true);
    expect(isAccident({ rest: 21 }, { rest: 42 })).toBe(false);
    expect(isAccident({ rest: 20 }, { rest: 20 })).toBe(false);
    expect(isAccident({ rest: 21 }, { rest: 41 }, { confirmDeletions: true })).toBe(false);
  });

  it('do not look like an accident if they belong to folders or the workspace', () => {
    expect(isAccident({ rest: 10, folder: 30 }, { rest: 10, folder: 30 })).toBe(false);
    expect(isAccident({ rest: 21 }, { rest: 41, folder: 30, workspace: 1 })).toBe(true);
    expect(isAccident({}, { rest: 30 }, { kept: 30 })).toBe(false);
  });

  it('look like an accident if the manifest is missing too', () => {
    const tree = treeWithFiles({});
    expect(isAccident({ rest: 1 }, { rest: 9 }, { tree })).toBe(true);
    expect(isAccident({ folder: 1 }, { folder: 1 }, { tree })).toBe(true);
    expect(isAccident({}, { rest: 9 }, { tree, kept: 9 })).toBe(false);
    expect(isAccident({ rest: 1 }, { rest: 9 }, { tree, confirmDeletions: true })).toBe(false);
  });
});

describe('files that an earlier synchronization planned to remove', () => {
  const tree = treeWithFiles({ 'a.yml': 'a', 'b.yml': 'edited', 'c.yml': 'c' });
  const removal = (path: string, hash: string) => ({ path, hash });

  it('count as missing while their content is unchanged', () => {
    const [left, due] = excludeRemovedFiles(tree, [
      removal('a.yml', 'a'),
      removal('b.yml', 'b'),
      removal('z.yml', 'z'),
    ]);
    expect(due).toEqual([removal('a.yml', 'a')]);
    expect([...left.files.keys()]).toEqual(['b.yml', 'c.yml']);
    expect(left.taken).toEqual(['b.yml', 'c.yml']);
    expect(left.hashes).toBe(tree.hashes);
  });

  it('count as present if they were edited', () => {
    expect(excludeRemovedFiles(tree, [removal('b.yml', 'b')])).toEqual([tree, []]);
  });
});

const secrets = [{ name: 'token', value: 'long-secret-value' }];

/** Creates the planning context after directories were created for the folders of these requests. */
const createPlanning = (folders: readonly string[], hashes: Readonly<Record<string, string>> = {}) => {
  const find = createSecretFinder(secrets);
  const paths = createPathAssigner([], [], find);
  for (const folder of folders) paths.directory(folder);
  return {
    draft: createDraft(),
    tree: createTree(hashes),
    find,
    paths,
    searched: 's',
  } as unknown as PlanningContext;
};

describe('a created directory', () => {
  const texts = ({ draft }: PlanningContext) =>
    draft.writes.map(({ path, expected, text }) => [path, expected, text]);

  it('gets a folder.yml with its name before all other files', () => {
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

  it('gets no folder.yml if the plan already contains it', () => {
    const planning = createPlanning(['Pets']);
    planning.draft.kept.add('pets/folder.yml');
    writeDirectories(planning);
    expect(texts(planning)).toEqual([]);
  });

  it('gets a name without secrets', () => {
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

  it('are written once if no notes exist', () => {
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
    await completeInSlices(writeCreatedFolders(planning, decided, deciding, carryOut));
    return out.map(([{ id, base, kind }, decision]) => [
      id,
      kind,
      base,
      decision.do === 'settle' && decision.file.path,
    ]);
  };

  it('is new if neither side has it', async () => {
    expect(await made(['Pets/Cats'], [])).toEqual([
      ['new_folder_1', 'folder', undefined, 'Pets'],
      ['new_folder_2', 'folder', undefined, 'Pets/Cats'],
    ]);
    expect(await made(['long-secret-value'], [])).toEqual([]);
    expect(await made(['Pets'], [], { kept: 'pets/folder.yml' })).toEqual([]);
  });

  it("is the app's folder whose directory was lost", async () => {
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
    recordPlannedWrites(planning, createSubject('r', 'rest', sides), decision, { ...files, script }, changed);
    return planning.draft.noted;
  };
  const stored = createStoredEntity('r', 'rest', { seq: 4 }, 7);
  const about = { id: 'r', kind: 'rest', folder: 'Pets', revision: 7, seq: 4, searched: 's', replaces: [] };

  it('contain the content that each file will have', () => {
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

  it('are empty for an entity that is not in the app', () => {
    expect(noted({}, ['a.yml'])).toEqual([]);
  });

  it('list the files that are replaced', () => {
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
