import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment, EnvironmentId } from '@tandem/core';
import { Environment as EnvironmentCodec, isTag } from '@tandem/core';
import { getArbitrary, unwrapResult } from '@tandem/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyGraphql, anyRest } from './testing/edits.js';
import { type TestWorkspace, testInFolder, layouts, openTestWorkspace } from './testing/house.js';

const contentOf = async ({ store, workspace, seqs }: TestWorkspace) => {
  const plain = <A extends object>(one: A) => ({
    ...one,
    workspaceId: '',
    revision: 0,
    createdAt: '',
    updatedAt: '',
  });
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
  const environments = await unwrapResult(store.environments.list(workspace.id));
  return {
    seqs: await seqs(),
    environments: environments
      .map((one) => plain({ ...one, secrets: one.secrets.map((pair) => ({ ...pair, value: '' })) }))
      .sort(byId),
    rest: (await unwrapResult(store.restRequests.all(workspace.id))).map(plain).sort(byId),
    graphql: (await unwrapResult(store.graphqlRequests.all(workspace.id))).map(plain).sort(byId),
  };
};

const environments = fc.array(getArbitrary(EnvironmentCodec), { maxLength: 2 }).map((all) =>
  all.map((one) => ({
    name: one.name.trim() === '' ? 'E' : one.name,
    variables: one.variables,
    secrets: one.secrets.map(({ hosts = [], ...pair }) => ({
      ...pair,
      value: '',
      ...(hosts.length === 0 ? {} : { hosts }),
    })),
  })),
);

const workspaces = fc.record({
  rest: fc.array(anyRest, { maxLength: 5 }),
  graphql: fc.array(anyGraphql, { maxLength: 2 }),
  environments,
});

type Any = typeof workspaces extends fc.Arbitrary<infer A> ? A : never;

const fill = async (house: TestWorkspace, { rest, graphql, environments: all }: Any) => {
  const ids: string[] = [];
  // Each request depends on one or two requests before it.
  const needs = () => ids.slice(-2);
  const named = ({ tags }: { readonly tags?: unknown }): readonly string[] =>
    (tags as readonly string[]).filter(isTag);
  for (const fields of rest)
    ids.push(await house.createRest({ ...fields, tags: named(fields), needs: needs() }));
  for (const fields of graphql)
    ids.push(await house.createGraphql({ ...fields, tags: named(fields), needs: needs() }));
  const at = '2026-01-01T00:00:00.000Z';
  const empty = { color: '', description: '', extends: '', guard: null, proposedGuard: null };
  const template = { ...empty, workspaceId: house.workspace.id, revision: 1, createdAt: at, updatedAt: at };
  let count = 0;
  for (const fields of all) {
    const id = `env_${String((count += 1)).padStart(16, 'e')}` as EnvironmentId;
    await unwrapResult(house.store.environments.create({ ...template, ...fields, id } satisfies Environment));
  }
};

describe('a folder with arbitrary content', () => {
  it.each(layouts)(
    'restores the workspace when it is read back (%s)',
    { tags: 'folder:round-trip' },
    async (layout) => {
      await fc.assert(
        fc.asyncProperty(workspaces, async (any) => {
          await testInFolder(async (folder) => {
            const [first, second] = [join(folder, 'a'), join(folder, 'b')];
            await mkdir(first, { recursive: true });
            await mkdir(second, { recursive: true });
            const house = await openTestWorkspace(first, layout);
            await fill(house, any);
            const report = await house.synchronize();
            expect(report.invalid).toEqual([]);
            await cp(house.root, layout === 'own' ? second : join(second, 'tandem'), { recursive: true });
            const clone = await openTestWorkspace(second, layout);
            const taken = await clone.synchronize();
            expect(taken).toMatchObject({ written: [], invalid: [], conflicts: [], warnings: [] });
            expect(await contentOf(clone)).toEqual(await contentOf(house));
            const again = await house.synchronize();
            expect(again).toMatchObject({ written: [], pulled: [], merged: [], renamed: [], deleted: [] });
          })();
        }),
        { numRuns: 40 },
      );
    },
  );
});
