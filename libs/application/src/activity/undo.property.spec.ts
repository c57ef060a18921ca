import type { EnvironmentId, FolderId, RestRequestId } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { UseCases } from '../application.js';
import { createPlannedApplication } from '../testing/index.js';

/** One action by one of three sessions. The numbers `which` and `where` choose among the entities that exist. */
type Step = readonly [who: number, what: string, which: number, where: number];

const actions = [
  'create',
  'url',
  'notes',
  'headers',
  'move',
  'delete',
  'folder',
  'folder notes',
  'rename folder',
  'delete folder',
  'environment',
  'variable',
  'secret',
  'remove variable',
  'delete environment',
] as const;

/** The session that makes the initial data and the undo. */
const person = 9;

/** Creates an application, and names its entities independently of their random ids. */
const createWorld = async () => {
  const planned = await createPlannedApplication();
  const { application, store, workspace } = planned;
  const session = (who: number): UseCases =>
    application.as(
      who === person || who === 0
        ? { by: 'window', kind: 'window', session: `s${who}` }
        : { by: 'agent', kind: 'mcp', session: `s${who}` },
    );
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? 'none';
  /** Makes one change. Returns false if it was refused or would change nothing. */
  const act = async ({ who, what, of, to, mark }: Act): Promise<boolean> => {
    const { rest, folders, environments } = session(who);
    const keep = async <A extends { readonly id: string }>(work: () => Promise<E.Either<unknown, A>>) => {
      const made = await work();
      if (E.isRight(made)) ids.set(mark, made.right.id);
      return E.isRight(made);
    };
    const ok = async (work: () => Promise<E.Either<unknown, unknown>>) => E.isRight(await work());
    const request = idOf(of) as RestRequestId;
    const folder = idOf(of) as FolderId;
    const id = idOf(of) as EnvironmentId;
    switch (what) {
      case 'create':
        return keep(rest.create({ name: mark, url: `http://h/${mark}` }));
      case 'url':
        return ok(rest.update({ id: request, url: `http://h/${mark}` }));
      case 'notes':
        return ok(rest.update({ id: request, description: mark }));
      case 'headers':
        return ok(rest.update({ id: request, headers: [{ name: 'x', value: mark, enabled: true }] }));
      case 'move': {
        const all = await unwrapResult(store.folders.list(workspace.id));
        const path = all.find((one) => one.id === idOf(to))?.path;
        const present = await store.restRequests.get(workspace.id, request)();
        const isThere = E.isRight(present) && present.right.folder === path;
        return path === undefined || isThere ? false : ok(rest.update({ id: request, folder: path }));
      }
      case 'delete':
        return ok(rest.remove({ id: request }));
      case 'folder':
        return keep(folders.create({ path: mark }));
      case 'folder notes':
        return ok(folders.update({ id: folder, description: mark }));
      case 'rename folder':
        return ok(folders.update({ id: folder, name: mark }));
      case 'delete folder':
        return ok(folders.remove({ id: folder }));
      case 'environment':
        return keep(
          environments.create({ name: mark, variables: { a: mark }, secrets: { key: `${mark}-secret` } }),
        );
      case 'variable':
        return ok(environments.update({ id, variables: { [to]: mark } }));
      case 'secret':
        return ok(environments.update({ id, secrets: { key: `${mark}-secret` } }));
      case 'remove variable': {
        const present = await store.environments.get(workspace.id, id)();
        const has = E.isRight(present) && present.right.variables.some(({ name }) => name === 'a');
        return has && ok(environments.update({ id, removeVariables: ['a'] }));
      }
      default:
        return ok(environments.remove({ id }));
    }
  };
  /** All data by name, without timestamps and positions. */
  const state = async (): Promise<unknown> => {
    const name = new Map([...ids].map(([mark, id]) => [id, mark]));
    const list = [...ids.values()].filter((id) => id.startsWith('rest_')) as RestRequestId[];
    const requests = await unwrapResult(store.restRequests.all(workspace.id, list));
    const folders = await unwrapResult(store.folders.list(workspace.id));
    const environments = await unwrapResult(store.environments.list(workspace.id));
    const sorted = (all: readonly (readonly [string | undefined, unknown])[]): unknown =>
      Object.fromEntries<unknown>(
        all.map(([mark = '', value]) => [mark, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    const pairs = (all: readonly { readonly name: string; readonly value: string }[]) =>
      all.map((one) => `${one.name}=${one.value}`).sort();
    return {
      requests: sorted(
        requests.map((one) => [
          name.get(one.id),
          [one.name, one.url, one.description, one.headers, one.folder],
        ]),
      ),
      folders: sorted(folders.map((one) => [name.get(one.id), [one.path, one.description]])),
      environments: sorted(
        environments
          .filter((one) => name.has(one.id))
          .map((one) => [name.get(one.id), [one.name, pairs(one.variables), pairs(one.secrets)]]),
      ),
    };
  };
  return { act, state, session, ids };
};

interface Act {
  readonly who: number;
  readonly what: string;
  readonly of: string;
  readonly to: string;
  readonly mark: string;
}

const kindsOf: Readonly<Record<string, string>> = {
  folder: 'folder',
  'folder notes': 'folder',
  'rename folder': 'folder',
  'delete folder': 'folder',
  environment: 'environment',
  variable: 'environment',
  secret: 'environment',
  'remove variable': 'environment',
  'delete environment': 'environment',
};
const kindOf = (what: string): string => kindsOf[what] ?? 'request';
const makes = new Set(['create', 'folder', 'environment']);

/** Creates two entities of each kind before the sessions begin. */
const start = async (on: Awaited<ReturnType<typeof createWorld>>): Promise<void> => {
  for (const what of makes)
    for (const number of [1, 2]) {
      const mark = `${kindOf(what)}${number}`;
      await on.act({ who: person, what, of: '', to: '', mark });
    }
};

/** Carries out the steps, and returns those that were not refused. */
const carryOut = async (
  on: Awaited<ReturnType<typeof createWorld>>,
  steps: readonly Step[],
): Promise<readonly Act[]> => {
  const made = new Map([
    ['request', ['request1', 'request2']],
    ['folder', ['folder1', 'folder2']],
    ['environment', ['environment1', 'environment2']],
  ]);
  const acts: Act[] = [];
  for (const [index, [who, what, which, where]] of steps.entries()) {
    const kind = kindOf(what);
    const among = made.get(kind) ?? [];
    const folders = made.get('folder') ?? [];
    const mark = `m${index}`;
    const to = what === 'move' ? (folders[where % folders.length] ?? '') : ['a', 'b'][where % 2];
    const act = { who, what, of: among[which % among.length] ?? '', to: to ?? '', mark };
    if (!(await on.act(act))) continue;
    acts.push(act);
    if (makes.has(what)) made.set(kind, [...among, mark]);
  }
  return acts;
};

const steps = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(...actions), fc.nat(7), fc.nat(3)),
  { minLength: 1, maxLength: 14 },
) as fc.Arbitrary<readonly Step[]>;

/** Whether changes of other sessions depend on what this session created, so that an undo must leave it. */
const isEntangled = (acts: readonly Act[], who: number): boolean => {
  // A session that deletes a folder also deletes what others added to it, but not what they had moved out of it.
  const isPlaced = acts.some((act) => act.who === who && ['move', 'delete'].includes(act.what));
  if (isPlaced && acts.some((act) => act.who !== who && act.what === 'delete folder')) return true;
  const own = new Set(acts.filter((act) => act.who === who && makes.has(act.what)).map(({ mark }) => mark));
  return acts.some((act) => act.who !== who && (own.has(act.of) || own.has(act.to)));
};

describe('undoing all changes of one session', { tags: 'activity:undo' }, () => {
  it('leaves exactly the changes of the other sessions', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 2 }), async (sequence, who) => {
        const on = await createWorld();
        await start(on);
        const acts = await carryOut(on, sequence);
        fc.pre(!isEntangled(acts, who));
        const before = await on.state();
        const undone = await unwrapResult(on.session(person).activity.undo({ session: `s${who}` }));

        const others = await createWorld();
        await start(others);
        for (const act of acts) if (act.who !== who) await others.act(act);
        expect(await on.state()).toEqual(await others.state());

        if (undone.undone === 0) return;
        // The undo is a change too, so undoing it restores everything.
        const { activities } = await unwrapResult(on.session(person).activity.list({ take: 1 }));
        const group = activities[0]?.group ?? '';
        if (group === '') return;
        await unwrapResult(on.session(person).activity.undo({ group }));
        expect(await on.state()).toEqual(before);
      }),
      { numRuns: Number(process.env.UNDO_RUNS ?? 60) },
    );
  });
});
