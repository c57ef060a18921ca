import type { RequestOrder } from '@tandem/application';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], renamed: [], deleted: [], conflicts: [] };

/** The names of all requests, as the app lists them. */
const order = async (house: TestWorkspace) => {
  const names = new Map((await house.all()).map(({ id, name }) => [id as string, name]));
  const { ids } = await unwrapResult<RequestOrder>(house.application.requests.order({}));
  return ids.map((id) => names.get(id)).join(' ');
};

const file = (name: string, seq: string) =>
  `info:\n  name: ${name}\n  type: http${seq === '' ? '' : `\n  seq: ${seq}`}\nhttp:\n  method: GET\n  url: http://h/\n`;

/** Imports a folder from another tool. */
const takeInFolder = async (house: TestWorkspace, seqs: Readonly<Record<string, string>>) => {
  for (const [name, seq] of Object.entries(seqs)) await house.write(`${name}.yml`, file(name, seq));
  await house.synchronize();
  return new Map((await house.all()).map(({ id, name }) => [name, id]));
};

const seqIn = async (house: TestWorkspace, path: string) => / {2}seq: (.*)/.exec(await house.read(path))?.[1];

describe('the order of requests', () => {
  it(
    'is written from the app to the files, and each move changes one line of one file',
    testInWorkspace(async (house) => {
      const a = await house.createRest({ name: 'a' });
      const b = await house.createRest({ name: 'b' });
      await house.synchronize();
      await unwrapResult(house.application.requests.place({ id: b, before: a }));
      expect(await house.synchronize()).toEqual(expect.objectContaining({ ...nothing, written: ['b.yml'] }));
      expect([await seqIn(house, 'a.yml'), await seqIn(house, 'b.yml')]).toEqual(['1000', '500']);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is imported from the files',
    testInWorkspace(async (house) => {
      for (const name of ['a', 'b']) await house.createRest({ name });
      await house.synchronize();
      await house.edit('b.yml', 'seq: 2000', 'seq: 10 # first');
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: ['b.yml'] });
      expect(await order(house)).toBe('b a');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'puts requests without a position last, and writes no positions for them',
    testInWorkspace(async (house) => {
      await takeInFolder(house, { a: '', b: '2', c: '', d: '1' });
      expect(await order(house)).toBe('d b a c');
      expect(await house.read('a.yml')).not.toContain('seq');
      await house.createRest({ name: 'new' });
      expect(await order(house)).toBe('d b a c new');
      await house.synchronize();
      expect(await house.read('new.yml')).not.toContain('seq');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'keeps unusual positions as written',
    testInWorkspace(async (house) => {
      const odd = {
        a: '1.50',
        b: '"1.5"',
        c: '1.5',
        d: '-2',
        e: 'x',
        f: '1e1',
        g: '99999999999999999999',
        h: '[]',
        i: '0x10',
        j: '0o21',
        k: '+.5',
        l: '20.',
        m: '0x',
      };
      await takeInFolder(house, odd);
      expect(await order(house)).toBe('d k a b c f i j l e g h m');
      for (const [name, seq] of Object.entries(odd)) expect(await seqIn(house, `${name}.yml`)).toBe(seq);
      const [before, times] = [await house.files(), await house.modified('a.yml')];
      expect(await house.synchronize()).toMatchObject(nothing);
      expect([await house.files(), await house.modified('a.yml')]).toEqual([before, times]);
    }),
  );

  it(
    "keeps Bruno's numbers until a request moves between two consecutive numbers",
    testInWorkspace(async (house) => {
      const ids = await takeInFolder(house, { a: '1', b: '2', c: '3' });
      await unwrapResult(house.application.requests.place({ id: ids.get('c')! }));
      expect(await house.synchronize()).toMatchObject(nothing);
      await unwrapResult(house.application.requests.place({ id: ids.get('c')!, before: ids.get('b')! }));
      expect(await house.synchronize()).toMatchObject({ written: ['a.yml', 'b.yml', 'c.yml'] });
      expect(await Promise.all(['a.yml', 'c.yml', 'b.yml'].map((path) => seqIn(house, path)))).toEqual([
        '1000',
        '2000',
        '3000',
      ]);
      expect(await order(house)).toBe('a c b');
    }),
  );

  it(
    'has a conflict if both sides changed it, and either side can resolve that',
    testInWorkspace(async (house) => {
      const id = await house.createRest({ name: 'a' });
      await house.createRest({ name: 'b' });
      await house.synchronize();
      await unwrapResult(house.application.requests.place({ id }));
      await house.edit('a.yml', 'seq: 1000', 'seq: 1700');
      const { conflicts } = await house.synchronize();
      expect(conflicts).toMatchObject([{ id, field: 'seq', base: 1_000, ours: 3_000, theirs: 1_700 }]);
      expect((await house.synchronize()).conflicts).toEqual(conflicts);
      const far = { id, field: 'seq', take: 'value', value: 1e300 } as const;
      const refused = await unwrapRefusal(house.application.synchronization.resolve(far));
      expect(refused).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'value' }] });
      await house.resolve({ id, field: 'seq', take: 'theirs' });
      expect((await house.seqs()).get(id)).toBe(1_700);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'keeps the chosen position of a request that was moved to another folder',
    testInWorkspace(async (house) => {
      const [a] = [
        await house.createRest({ name: 'a', folder: 'f' }),
        await house.createRest({ name: 'b', folder: 'f' }),
      ];
      const c = await house.createRest({ name: 'c' });
      await house.synchronize();
      await unwrapResult(house.application.requests.place({ id: c, folder: 'f', after: a }));
      expect(await house.synchronize()).toMatchObject({ renamed: [{ from: 'c.yml', to: 'f/c.yml' }] });
      expect(await seqIn(house, 'f/c.yml')).toBe('1500');
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );
});

describe('the mixed order of folders and requests in a folder', { tags: 'run:order' }, () => {
  const paths = async (house: TestWorkspace) => {
    const { mixed = [] } = await unwrapResult<RequestOrder>(house.application.requests.order({}));
    const names = new Map((await house.all()).map(({ id, name }) => [id as string, name]));
    return mixed
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, entries }) => [
        path,
        ...entries.map((one) => (one.kind === 'folder' ? `${one.path}/` : names.get(one.id))),
      ]);
  };

  it(
    "is written to the folder's file, and another clone reads it",
    testInWorkspace(async (house) => {
      await house.write('a.yml', file('a', '1000'));
      await house.write('z.yml', file('z', '3000'));
      await house.write('f/folder.yml', 'info:\n  name: f\n  type: folder\n  seq: 2000\n');
      await house.write('f/in.yml', file('in', '2000'));
      await house.write('f/deep/folder.yml', 'info:\n  name: deep\n  type: folder\n  seq: 2000\n');
      await house.write('f/deep/last.yml', file('last', '1'));
      await house.synchronize();
      expect(await paths(house)).toEqual([]);
      await house.edit('opencollection.yml', 'tandem:\n', 'tandem:\n    order: mixed\n');
      await house.edit('f/folder.yml', 'seq: 2000\n', 'seq: 2000\nx-tandem:\n  order: mixed\n');
      await house.synchronize();
      // Two entries have the position 2000, so folders come first.
      expect(await paths(house)).toEqual([
        ['', 'a', 'f/', 'z'],
        ['f', 'f/deep/', 'in'],
      ]);
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is removed from the file when folders come first again',
    testInWorkspace(async (house) => {
      await house.createRest({ name: 'in', folder: 'f' });
      await house.synchronize();
      const orderOf = async () => /order: (.*)/.exec(await house.read('f/folder.yml'))?.[1];
      await unwrapResult(house.application.folders.order({ id: 'f', order: 'mixed' }));
      await unwrapResult(house.application.folders.order({ id: '', order: 'mixed' }));
      await house.synchronize();
      expect([await orderOf(), await house.read('opencollection.yml')]).toEqual([
        'mixed',
        expect.stringContaining('order: mixed') as string,
      ]);
      await unwrapResult(house.application.folders.order({ id: 'f', order: 'folders-first' }));
      await house.synchronize();
      expect(await orderOf()).toBeUndefined();
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'stays unchanged if the file contains an unknown order, which is reported with its line',
    testInWorkspace(async (house) => {
      await house.write('f/folder.yml', 'info:\n  name: f\n  type: folder\nx-tandem:\n  order: mixd\n');
      await house.write('f/in.yml', file('in', '1'));
      expect((await house.synchronize()).invalid).toMatchObject([
        {
          path: 'f/folder.yml',
          line: 5,
          message: expect.stringContaining('folders-first or mixed') as string,
        },
      ]);
    }),
  );
});
