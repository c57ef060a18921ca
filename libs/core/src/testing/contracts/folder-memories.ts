import { expect, it } from 'vitest';

import type { FolderBase } from '../../ports/workspace-folder.js';
import { sampleEnvironment, sampleWorkspace } from '../samples.js';
import { given, type OpenStore, suite } from './opened.js';

const base = (id: string, more: Partial<FolderBase> = {}): FolderBase => ({
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

/** What every adapter of the `FolderMemories` port promises. */
export const folderMemoriesContract = (name: string, open: OpenStore): void => {
  suite(`${name} remembers folders`, open, (on) => {
    it(
      'keeps one removal of a path, the last',
      on(async ({ workspaces, folderMemories }) => {
        const { id } = await given(workspaces.create(sampleWorkspace()));
        const removals = [
          { path: 'a.yml', hash: 'h' },
          { path: 'b.yml', hash: 'h' },
          { path: 'a.yml', hash: 'later' },
        ];
        await given(folderMemories.change(id, { put: [], forget: [], removals }));
        expect((await given(folderMemories.get(id))).removals).toEqual([
          { path: 'a.yml', hash: 'later' },
          { path: 'b.yml', hash: 'h' },
        ]);
      }),
    );
    it(
      'puts, forgets and replaces the removals, for one workspace',
      on(async ({ workspaces, folderMemories }) => {
        const mine = (await given(workspaces.create(sampleWorkspace()))).id;
        const other = (await given(workspaces.create(sampleWorkspace()))).id;
        expect(await given(folderMemories.get(mine))).toEqual({ bases: [], removals: [] });
        const removals = [{ path: 'old.yml', hash: 'h' }];
        const many = Array.from({ length: 1_200 }, (_, index) => base(`r${index}`));
        await given(folderMemories.change(mine, { put: many, forget: [], removals }));
        const changed = base('r0', {
          settled: false,
          searched: 'm',
          folder: 'A/B',
          revision: 7,
          fields: '{"a":1}',
        });
        const forget = many.slice(1).map(({ id }) => id);
        await given(folderMemories.change(mine, { put: [changed], forget, removals: [] }));
        expect(await given(folderMemories.get(mine))).toEqual({ bases: [changed], removals: [] });
        expect(await given(folderMemories.get(other))).toEqual({ bases: [], removals: [] });
      }),
    );
    it(
      'keeps what was last retired of an environment, until that is nothing',
      on(async ({ workspaces, folderMemories }) => {
        const mine = (await given(workspaces.create(sampleWorkspace()))).id;
        const other = (await given(workspaces.create(sampleWorkspace()))).id;
        const [one, two] = [sampleEnvironment(mine), sampleEnvironment(mine)];
        const secrets = [{ name: 'KEY', value: 'ünï "codé"', enabled: false }];
        const gone = { id: one.id, secrets, wasActive: true };
        await given(folderMemories.retire(mine, { ...gone, secrets: [] }));
        await given(folderMemories.retire(mine, gone));
        await given(folderMemories.retire(mine, { ...gone, id: two.id, wasActive: false }));
        expect(await given(folderMemories.retired(mine))).toEqual([
          gone,
          { id: two.id, secrets, wasActive: false },
        ]);
        await given(folderMemories.retire(mine, { id: two.id, secrets: [], wasActive: false }));
        expect(await given(folderMemories.retired(mine))).toEqual([gone]);
        expect(await given(folderMemories.retired(other))).toEqual([]);
      }),
    );
  });
};
