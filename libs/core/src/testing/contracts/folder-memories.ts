import { expect, it } from 'vitest';

import { openGuard } from '../../guards/guard.js';
import type { FolderBase, PlannedWrite } from '../../ports/folder-sync.js';
import { sampleEnvironment, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, describeSuite } from './opened.js';

const createBase = (id: string, more: Partial<FolderBase> = {}): FolderBase => ({
  id,
  kind: 'rest',
  path: `${id}.yml`,
  folder: '',
  fileHash: 'a',
  scriptHash: '',
  revision: 1,
  seq: null,
  settled: true,
  searched: '',
  fields: '{}',
  ...more,
});

const createPlannedWrite = (id: string, path: string, hash = 'h'): PlannedWrite => ({
  id,
  kind: 'rest',
  path,
  hash,
  expected: '',
  temporary: '.tandem-0.tmp',
  folder: 'A/B',
  revision: 2,
  seq: 1_000,
  searched: '',
  fields: '{"name":"ünï"}',
  replaces: [{ path: 'old.yml', hash: 'o' }],
});

const sortByPath = (all: readonly PlannedWrite[]) => [...all].sort((a, b) => (a.path < b.path ? -1 : 1));

/** The contract of every `FolderMemories` adapter. */
export const testFolderMemoriesContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of folder memories`, open, (on) => {
    it(
      'keeps only the last removal of a path',
      on(async ({ workspaces, folderMemories }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const removals = [
          { path: 'b.yml', hash: 'h' },
          { path: 'a.yml', hash: 'h' },
          { path: 'a.yml', hash: 'later' },
        ];
        await unwrapResult(folderMemories.change(id, { put: [], forget: [], removals }));
        expect((await unwrapResult(folderMemories.get(id))).removals).toEqual([
          { path: 'a.yml', hash: 'later' },
          { path: 'b.yml', hash: 'h' },
        ]);
      }),
    );
    it(
      'returns the base of one entity',
      on(async ({ workspaces, folderMemories }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const put = [createBase('a'), createBase('b', { folder: '.', settled: false })];
        await unwrapResult(folderMemories.change(id, { put, forget: [], removals: null }));
        expect(await unwrapResult(folderMemories.base(id, 'b'))).toEqual(put[1]);
        expect(await unwrapResult(folderMemories.base(id, 'c'))).toBe(null);
      }),
    );
    it(
      'adds, deletes and replaces removals for one workspace',
      on(async ({ workspaces, folderMemories }) => {
        const mine = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        expect(await unwrapResult(folderMemories.get(mine))).toEqual({ bases: [], removals: [] });
        const removals = [{ path: 'old.yml', hash: 'h' }];
        const many = Array.from({ length: 1_200 }, (_, index) => createBase(`r${index}`));
        await unwrapResult(folderMemories.change(mine, { put: many, forget: [], removals }));
        const changed = createBase('r0', {
          settled: false,
          searched: 'm',
          folder: 'A/B',
          revision: 7,
          fields: '{"a":1}',
        });
        const forget = many.slice(1).map(({ id }) => id);
        await unwrapResult(folderMemories.change(mine, { put: [changed], forget, removals: [] }));
        expect(await unwrapResult(folderMemories.get(mine))).toEqual({ bases: [changed], removals: [] });
        expect(await unwrapResult(folderMemories.get(other))).toEqual({ bases: [], removals: [] });
      }),
    );
    it(
      'stores planned writes by path, and deletes those of one entity or of all',
      on(async ({ workspaces, folderMemories }) => {
        const mine = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const all = [
          createPlannedWrite('a', 'a.js'),
          createPlannedWrite('a', 'a.yml'),
          createPlannedWrite('b', 'b.yml'),
        ];
        await unwrapResult(folderMemories.note(mine, [createPlannedWrite('a', 'a.yml', 'earlier')]));
        await unwrapResult(folderMemories.note(mine, all));
        await unwrapResult(folderMemories.note(other, [createPlannedWrite('a', 'a.yml')]));
        expect(sortByPath(await unwrapResult(folderMemories.planned(mine)))).toEqual(all);
        await unwrapResult(folderMemories.forgetPlanned(mine, ['a', 'z']));
        expect(await unwrapResult(folderMemories.planned(mine))).toEqual([createPlannedWrite('b', 'b.yml')]);
        await unwrapResult(folderMemories.forgetPlanned(mine, null));
        expect(await unwrapResult(folderMemories.planned(mine))).toEqual([]);
        expect(await unwrapResult(folderMemories.planned(other))).toEqual([createPlannedWrite('a', 'a.yml')]);
      }),
    );
    it(
      'leaves removals unchanged when only a base changes',
      on(async ({ workspaces, folderMemories }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const removals = [{ path: 'a.yml', hash: 'h' }];
        await unwrapResult(folderMemories.change(id, { put: [], forget: [], removals }));
        await unwrapResult(folderMemories.change(id, { put: [createBase('r')], forget: [], removals: null }));
        expect(await unwrapResult(folderMemories.get(id))).toEqual({ bases: [createBase('r')], removals });
      }),
    );
    it(
      'keeps the secrets, guard and active state of a removed environment until it is removed without any',
      on(async ({ workspaces, folderMemories }) => {
        const mine = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        const [one, two] = [sampleEnvironment(mine), sampleEnvironment(mine)];
        const secrets = [{ name: 'KEY', value: 'ünï "codé"', enabled: false }];
        const guard = { ...openGuard, protected: true };
        const gone = { id: one.id, secrets, wasActive: true, guard };
        await unwrapResult(folderMemories.retire(mine, { ...gone, secrets: [] }));
        await unwrapResult(folderMemories.retire(mine, gone));
        await unwrapResult(folderMemories.retire(mine, { ...gone, id: two.id, wasActive: false }));
        expect(await unwrapResult(folderMemories.retired(mine))).toEqual([
          gone,
          { id: two.id, secrets, wasActive: false, guard },
        ]);
        await unwrapResult(folderMemories.retire(mine, { id: two.id, secrets: [], wasActive: false, guard }));
        expect(await unwrapResult(folderMemories.retired(mine))).toHaveLength(2);
        await unwrapResult(folderMemories.retire(mine, { id: two.id, secrets: [], wasActive: false }));
        expect(await unwrapResult(folderMemories.retired(mine))).toEqual([gone]);
        expect(await unwrapResult(folderMemories.retired(other))).toEqual([]);
      }),
    );
  });
};
