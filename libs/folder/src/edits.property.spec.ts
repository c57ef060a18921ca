import type { RestRequestId } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace, type Layout, layouts } from './testing/house.js';

const names = ['One', 'Two', 'Three'] as const;
const words = fc.constantFrom('alpha', 'beta', 'gamma', 'delta');

const change = fc.record(
  {
    on: fc.constantFrom(...names),
    field: fc.constantFrom('url', 'method', 'description', 'header', 'script', 'name', 'seq'),
    to: words,
  },
  { noNullPrototype: true },
);
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never;

/** Words that are used as folder names. */
const places: Readonly<Record<string, number>> = { alpha: 7, beta: 7.5, gamma: 1_500, delta: 1_000_000 };

const pair = (value: string) => ({ name: 'x', value, enabled: true });

const fieldsFor = ({ field, to }: Change): object => {
  if (field === 'header') return { headers: [pair(to)] };
  if (field === 'script' || field === 'description') return { [field]: `${to}\n` };
  return { [field]: to };
};

/** The value as a file stores it. */
const toFileEdit = ({ field, to }: Change): readonly [RegExp, string] => {
  switch (field) {
    case 'url':
      return [/ {2}url: .*/, `  url: ${to}`];
    case 'method':
      return [/ {2}method: .*/, `  method: ${to}`];
    case 'seq':
      return [/ {2}seq: .*/, `  seq: ${places[to]}`];
    case 'name':
      return [/ {2}name: .*/, `  name: ${to}`];
    case 'header':
      return [/ {6}value: .*/, `      value: ${to}`];
    default:
      return [/docs: \|\n {2}.*/, `docs: |\n  ${to}`];
  }
};

const ownKey = /^x-tandem:\n {2}id: .*\n/m;

/** Three synchronized requests. In the foreign layout, their files have no ids. */
const start = async (house: TestWorkspace, layout: Layout) => {
  for (const name of names)
    await house.createRest({
      name,
      url: 'base',
      method: 'base',
      description: 'base\n',
      headers: [pair('base')],
      script: 'base\n',
    });
  await house.synchronize();
  if (layout === 'own') {
    for (const name of names) {
      const path = `${name.toLowerCase()}.yml`;
      await house.write(path, (await house.read(path)).replace(ownKey, ''));
    }
    expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], deleted: [] });
  }
  return new Map((await house.all()).map(({ name, id }) => [name, id]));
};

const editFile = async (house: TestWorkspace, one: Change) => {
  const file = one.on.toLowerCase();
  if (one.field === 'script') return house.write(`${file}.js`, `${one.to}\n`);
  const [from, to] = toFileEdit(one);
  const text = await house.read(`${file}.yml`);
  return house.write(`${file}.yml`, text.replace(from, to));
};

const editStored = async (
  { application, store, workspace }: TestWorkspace,
  id: RestRequestId,
  one: Change,
) =>
  one.field === 'seq'
    ? unwrapResult(
        store.requestPositions.put(workspace.id, [{ id, folder: '', seq: places[one.to] ?? null }]),
      )
    : unwrapResult(application.rest.update({ id, ...fieldsFor(one) }));

const formatWrittenValue = ({ field, to }: Change): string => (field === 'seq' ? String(places[to]) : to);

const listLastChanges = (changes: readonly Change[]) =>
  new Map(changes.map((one) => [`${one.on}.${one.field}`, formatWrittenValue(one)]));

describe('any edits in the app and in the files', () => {
  it.each(layouts)(
    'are kept, or reported with both values, and another synchronization changes nothing (%s)',
    async (layout) => {
      const edits = fc.array(change, { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(edits, edits, async (inApp, inFiles) => {
          await testInWorkspace(async (house) => {
            const ids = await start(house, layout);
            for (const one of inApp) {
              const id = ids.get(one.on);
              if (id) await editStored(house, id, one);
            }
            for (const one of inFiles) await editFile(house, one);
            const { conflicts } = await house.synchronize();
            const [ours, theirs] = [listLastChanges(inApp), listLastChanges(inFiles)];
            const all = new Map((await house.all()).map((one) => [one.id, one]));
            const seqs = await house.seqs();
            for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
              const [on = '', field = ''] = key.split('.');
              const id = ids.get(on);
              const request = id && all.get(id);
              const value =
                request &&
                (
                  { ...request, header: request.headers[0]?.value, seq: seqs.get(request.id) } as Record<
                    string,
                    unknown
                  >
                )[field];
              const [own, their] = [ours.get(key), theirs.get(key)];
              expect({ key, value: String(value).trim() }).toEqual({ key, value: own ?? their });
              const conflict = conflicts.find((one) => one.id === id && one.field.startsWith(field));
              const expected = own !== undefined && their !== undefined && own !== their;
              expect({ key, conflict: conflict !== undefined }).toEqual({ key, conflict: expected });
              if (conflict)
                expect(JSON.stringify([conflict.ours, conflict.theirs])).toMatch(
                  new RegExp(`${String(own)}.*${String(their)}`),
                );
            }
            const [files, stored] = [await house.files(), await house.all()];
            const times = await Promise.all(Object.keys(files).map((path) => house.modified(path)));
            const again = await house.synchronize();
            expect(again).toMatchObject({
              written: [],
              pulled: [],
              merged: [],
              renamed: [],
              deleted: [],
              conflicts,
            });
            expect(await house.files()).toEqual(files);
            expect(await house.all()).toEqual(stored);
            expect(await Promise.all(Object.keys(files).map((path) => house.modified(path)))).toEqual(times);
          }, layout)();
        }),
        { numRuns: 60 },
      );
    },
  );
});
