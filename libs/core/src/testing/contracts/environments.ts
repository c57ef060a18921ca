import { expect, it } from 'vitest';

import type { EnvironmentChange } from '../../domain/environment.js';
import type { Store } from '../../ports/repositories.js';
import { sampleEnvironment, sampleTime, sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

const later = '2026-02-01T00:00:00.000Z';

const variable = (name: string, value: string | null): EnvironmentChange => ({
  kind: 'variable',
  name,
  value,
});

const workspaceIn = ({ workspaces }: Store) => given(workspaces.create(sampleWorkspace()));

/** What every adapter of the `Environments` port promises. */
export const environmentsContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps environments`, open, (on) => {
    it(
      'gives back what was created, repeated and disabled pairs in their order',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const variables = [
          { name: 'host', value: 'a', enabled: true },
          { name: 'host', value: '', enabled: false },
          { name: 'ünï "codé" \n', value: '{{host}} 🚲', enabled: true },
        ];
        const secrets = [{ name: 'token', value: 's3cret', enabled: true }];
        const environment = sampleEnvironment(workspaceId, { variables, secrets });
        expect(await given(store.environments.create(environment))).toEqual(environment);
        expect(await given(store.environments.get(workspaceId, environment.id))).toEqual(environment);
      }),
    );

    it(
      'lists those of the workspace in the order of their creation',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const made = [mine, other, mine, mine].map(({ id }, index) =>
          sampleEnvironment(id, { name: `E${9 - index}` }),
        );
        for (const environment of made) await given(store.environments.create(environment));
        const listed = await given(store.environments.list(mine.id));
        expect(listed).toEqual(made.filter(({ workspaceId }) => workspaceId === mine.id));
      }),
    );

    it(
      'says not-found for the id of an environment of another workspace',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const { id } = await given(store.environments.create(sampleEnvironment(other.id)));
        const expected = { kind: 'not-found', entity: 'environment', ref: id };
        expect(await refusal(store.environments.get(mine.id, id))).toEqual(expected);
        expect(await refusal(store.environments.change(mine.id, id, [variable('a', '1')], later))).toEqual(
          expected,
        );
        expect(await given(store.environments.get(other.id, id))).toMatchObject({
          variables: [],
          revision: 1,
        });
      }),
    );

    it(
      'keeps none of a workspace that is not there',
      on(async (store) => {
        const environment = sampleEnvironment(sampleWorkspace().id);
        expect((await refusal(store.environments.create(environment))).kind).toBe('storage-failed');
      }),
    );

    it(
      'changes the names that are given and no others',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const pairs = ['kept', 'set', 'gone'].map((of) => ({ name: of, value: 'before', enabled: true }));
        const { id } = await given(
          store.environments.create(sampleEnvironment(workspaceId, { variables: pairs })),
        );
        const changes = [
          variable('set', 'after'),
          variable('gone', null),
          variable('new', '1'),
          { kind: 'secret', name: 'token', value: 'x' } as const,
        ];
        const changed = await given(store.environments.change(workspaceId, id, changes, later));
        expect(changed.variables.map((pair) => [pair.name, pair.value])).toEqual([
          ['kept', 'before'],
          ['set', 'after'],
          ['new', '1'],
        ]);
        expect(changed.secrets).toEqual([{ name: 'token', value: 'x', enabled: true }]);
        expect(changed).toMatchObject({ revision: 2, createdAt: sampleTime, updatedAt: later });
        expect(await given(store.environments.get(workspaceId, id))).toEqual(changed);
      }),
    );

    it(
      'replaces and removes those that are there, of that workspace alone',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const made = await given(store.environments.create(sampleEnvironment(mine.id)));
        const next = { ...made, name: 'Renamed', revision: 2, updatedAt: later };
        expect(await given(store.environments.update(next))).toEqual(next);
        expect(await given(store.environments.get(mine.id, made.id))).toEqual(next);
        const expected = { kind: 'not-found', entity: 'environment', ref: made.id };
        expect(await refusal(store.environments.update({ ...next, workspaceId: other.id }))).toEqual(
          expected,
        );
        expect(await refusal(store.environments.remove(other.id, made.id))).toEqual(expected);
        await given(store.environments.remove(mine.id, made.id));
        expect(await given(store.environments.list(mine.id))).toEqual([]);
        expect(await refusal(store.environments.remove(mine.id, made.id))).toEqual(expected);
      }),
    );

    it(
      'loses none of many changes that are made at once',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const { id } = await given(store.environments.create(sampleEnvironment(workspaceId)));
        const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
        await Promise.all(
          names.map((of) => given(store.environments.change(workspaceId, id, [variable(of, of)], later))),
        );
        const { variables, revision } = await given(store.environments.get(workspaceId, id));
        expect(variables.map((pair) => pair.name).sort()).toEqual([...names].sort());
        expect(revision).toBe(21);
      }),
    );
  });
};
