import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type House, testInHouse } from './testing/house.js';

const foreign = 'ws_0123456789abcdef';

const manifest = (name: string) =>
  `opencollection: "1.0.0"\ninfo:\n  name: ${name}\nextensions:\n  tandem:\n    format: "1"\n    id: ${foreign}\n`;

const nameOf = async ({ store, workspace }: House) =>
  (await unwrapResult(store.workspaces.get(workspace.id))).name;

const path = 'opencollection.yml';

describe('a manifest that was written for another workspace', () => {
  it(
    'is a name conflict in which each side keeps its own until it is resolved',
    testInHouse(async (house) => {
      await house.write(path, manifest('Other'));
      const name = await nameOf(house);
      for (const _ of [1, 2, 3]) {
        const report = await house.synchronize();
        expect(report.conflicts).toMatchObject([{ kind: 'workspace', field: 'name', theirs: 'Other' }]);
        expect(report).toMatchObject({ pulled: [], merged: [], deleted: [] });
        expect(await house.read(path)).toBe(manifest('Other'));
        expect(await nameOf(house)).toBe(name);
      }
      await house.resolve({ id: house.workspace.id, field: 'name', take: 'theirs' });
      expect(await nameOf(house)).toBe('Other');
      expect(await house.synchronize()).toMatchObject({ conflicts: [], written: [], pulled: [] });
      expect(await house.read(path)).toBe(manifest('Other'));
    }),
  );

  it(
    'is imported once when its name changes, and keeps its id',
    testInHouse(async (house) => {
      await house.write(path, manifest(await nameOf(house)));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], pulled: [] });
      await house.write(path, manifest('Renamed'));
      expect(await house.synchronize()).toMatchObject({ pulled: [path], conflicts: [], deleted: [] });
      expect(await nameOf(house)).toBe('Renamed');
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], deleted: [] });
      expect(await house.read(path)).toBe(manifest('Renamed'));
    }),
  );

  it(
    'stays as it is while it cannot be read',
    testInHouse(async (house) => {
      const broken = manifest('Other').replace('info:', 'info: [');
      await house.write(path, broken);
      for (const _ of [1, 2]) expect((await house.synchronize()).invalid).toMatchObject([{ path }]);
      expect(await house.read(path)).toBe(broken);
    }),
  );
});

describe('a memory that contains the manifest twice', () => {
  it(
    'drops what it has of the other workspace, and the manifest stays',
    testInHouse(async (house) => {
      await house.write(path, manifest(await nameOf(house)));
      await house.synchronize();
      const { id } = house.workspace;
      const { bases } = await unwrapResult(house.store.folderMemories.get(id));
      const own = bases.find(({ kind }) => kind === 'workspace');
      if (!own) throw new Error('the manifest is not remembered');
      const put = [{ ...own, id: foreign, fields: '{"name":"Other"}' }];
      await unwrapResult(house.store.folderMemories.change(id, { put, forget: [], removals: [] }));
      for (const _ of [1, 2])
        expect(await house.synchronize()).toMatchObject({
          written: [],
          pulled: [],
          deleted: [],
          conflicts: [],
        });
      expect(await house.read(path)).toBe(manifest(await nameOf(house)));
      const left = await unwrapResult(house.store.folderMemories.get(id));
      expect(left.bases.filter(({ kind }) => kind === 'workspace')).toMatchObject([{ id }]);
    }),
  );
});
