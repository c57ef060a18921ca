import { expect, it } from 'vitest';

import {
  type EnvironmentChange,
  maxPreviousSecrets,
  toEnvironmentView,
} from '../../environments/environment.js';
import { openGuard } from '../../guards/guard.js';
import type { Store } from '../../ports/repositories.js';
import { sampleEnvironment, sampleTime, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const later = '2026-02-01T00:00:00.000Z';

const createVariableChange = (name: string, value: string | null): EnvironmentChange => ({
  kind: 'variable',
  name,
  value,
});

const createWorkspace = ({ workspaces }: Store) => unwrapResult(workspaces.create(sampleWorkspace()));

/** The contract of every `Environments` adapter. */
export const testEnvironmentsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of environments`, open, (on) => {
    it(
      'returns an environment as it was created, with repeated and disabled pairs in order',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const variables = [
          { name: 'host', value: 'a', enabled: true },
          { name: 'host', value: '', enabled: false },
          { name: 'ünï "codé" \n', value: '{{host}} 🚲', enabled: true },
        ];
        const secrets = [{ name: 'token', value: 's3cret', enabled: true }];
        const told = { color: '#d32f2f', description: 'The live one.', extends: 'Common' };
        const rules = [{ methods: ['POST'], hosts: ['*.example.com'], then: 'deny' as const }];
        const guard = { protected: true, agents: { rules, otherwise: 'ask' as const, perMinute: 30 } };
        const environment = sampleEnvironment(workspaceId, {
          ...told,
          variables,
          secrets,
          guard,
          proposedGuard: openGuard,
        });
        expect(await unwrapResult(store.environments.create(environment))).toEqual(environment);
        expect(await unwrapResult(store.environments.get(workspaceId, environment.id))).toEqual(environment);
      }),
    );

    it(
      "lists a workspace's environments in creation order",
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const made = [mine, other, mine, mine].map(({ id }, index) =>
          sampleEnvironment(id, { name: `E${9 - index}` }),
        );
        for (const environment of made) await unwrapResult(store.environments.create(environment));
        const listed = await unwrapResult(store.environments.list(mine.id));
        expect(listed).toEqual(made.filter(({ workspaceId }) => workspaceId === mine.id));
      }),
    );

    it(
      'lists the secrets of every workspace, including those of an environment that a folder removed',
      on(async (store) => {
        expect(await unwrapResult(store.environments.allSecrets())).toEqual([]);
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const pair = (value: string) => ({ name: 'KEY', value, enabled: true });
        for (const [{ id }, value] of [
          [mine, 'ünï "codé"'],
          [other, 'of another'],
          [mine, 'second'],
        ] as const)
          await unwrapResult(store.environments.create(sampleEnvironment(id, { secrets: [pair(value)] })));
        const gone = { id: sampleEnvironment(mine.id).id, secrets: [pair('gone')], wasActive: false };
        await unwrapResult(store.folderMemories.retire(mine.id, gone));
        const listed = await unwrapResult(store.environments.allSecrets());
        expect(listed.map(({ value }) => value).sort()).toEqual([
          'gone',
          'of another',
          'second',
          'ünï "codé"',
        ]);
      }),
    );

    it(
      'also lists replaced and removed values of secrets, unless they are short',
      { tags: 'secrets:former' },
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const pair = (name: string, value: string) => ({ name, value, enabled: true });
        const [first, second, short] = ['the-first-value', 'the-second-value', 'changeme'];
        const secrets = [pair('A', first), pair('B', short), pair('C', 'the-third-value')];
        const made = await unwrapResult(
          store.environments.create(sampleEnvironment(workspaceId, { secrets })),
        );
        const values = async () =>
          (await unwrapResult(store.environments.allSecrets())).map(({ value }) => value).sort();
        const change = { kind: 'secret', name: 'A', value: second } as const;
        const changed = await unwrapResult(store.environments.change(workspaceId, made.id, [change], later));
        expect(await values()).toEqual([short, first, second, 'the-third-value'].sort());
        const next = { ...changed, secrets: [pair('A', second)], revision: changed.revision + 1 };
        await unwrapResult(store.environments.replace(next, changed.revision));
        expect(await values()).toEqual([first, second, 'the-third-value'].sort());
        await unwrapResult(store.environments.remove(workspaceId, made.id, next.revision));
        expect(await values()).toEqual([first, second, 'the-third-value'].sort());
      }),
    );

    it(
      'does not list the value of a secret that became a variable',
      { tags: 'import:secrets:plain' },
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const secrets = ['A', 'B'].map((name) => ({ name, value: `the-value-of-${name}`, enabled: true }));
        const made = await unwrapResult(
          store.environments.create(sampleEnvironment(workspaceId, { secrets })),
        );
        const next = { ...made, variables: secrets, secrets: [], revision: made.revision + 1 };
        await unwrapResult(store.environments.replace(next, made.revision, ['A']));
        const values = (await unwrapResult(store.environments.allSecrets())).map(({ value }) => value);
        expect(values).toEqual(['the-value-of-B']);
      }),
    );

    it(
      'lists the latest removed values of secrets, up to a maximum number',
      { tags: 'secrets:former' },
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const secrets = Array.from({ length: maxPreviousSecrets + 1 }, (_, at) => ({
          name: `S${at}`,
          value: `the-value-of-${at}`,
          enabled: true,
        }));
        const made = await unwrapResult(
          store.environments.create(sampleEnvironment(workspaceId, { secrets })),
        );
        await unwrapResult(store.environments.replace({ ...made, secrets: [], revision: 2 }, 1));
        const values = (await unwrapResult(store.environments.allSecrets())).map(({ value }) => value);
        expect(new Set(values)).toEqual(new Set(secrets.slice(1).map(({ value }) => value)));
      }),
    );

    it(
      'returns not-found for an environment of another workspace',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const { id } = await unwrapResult(store.environments.create(sampleEnvironment(other.id)));
        const expected = { kind: 'not-found', entity: 'environment', ref: id };
        expect(await unwrapRefusal(store.environments.get(mine.id, id))).toEqual(expected);
        expect(
          await unwrapRefusal(
            store.environments.change(mine.id, id, [createVariableChange('a', '1')], later),
          ),
        ).toEqual(expected);
        expect(await unwrapResult(store.environments.get(other.id, id))).toMatchObject({
          variables: [],
          revision: 1,
        });
      }),
    );

    it(
      'refuses an environment of a missing workspace',
      on(async (store) => {
        const environment = sampleEnvironment(sampleWorkspace().id);
        expect((await unwrapRefusal(store.environments.create(environment))).kind).toBe('storage-failed');
      }),
    );

    it(
      'changes only the variables named in the call',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const pairs = ['kept', 'set', 'gone'].map((of) => ({ name: of, value: 'before', enabled: true }));
        const { id } = await unwrapResult(
          store.environments.create(sampleEnvironment(workspaceId, { variables: pairs })),
        );
        const changes = [
          createVariableChange('set', 'after'),
          createVariableChange('gone', null),
          createVariableChange('new', '1'),
          { kind: 'secret', name: 'token', value: 'x' } as const,
        ];
        const changed = await unwrapResult(store.environments.change(workspaceId, id, changes, later));
        expect(changed.variables.map((pair) => [pair.name, pair.value])).toEqual([
          ['kept', 'before'],
          ['set', 'after'],
          ['new', '1'],
        ]);
        expect(changed.secrets).toEqual([{ name: 'token', value: 'x', enabled: true }]);
        expect(changed).toMatchObject({ revision: 2, createdAt: sampleTime, updatedAt: later });
        expect(await unwrapResult(store.environments.get(workspaceId, id))).toEqual(changed);
      }),
    );

    it(
      'replaces and removes an environment at the expected revision, even if another workspace has the same id',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const first = await unwrapResult(store.environments.create(sampleEnvironment(mine.id)));
        const twin = await unwrapResult(store.environments.create({ ...first, workspaceId: other.id }));
        await unwrapResult(store.workspaces.update({ ...mine, activeEnvironmentId: first.id }));
        const next = await unwrapResult(
          store.environments.replace({ ...first, name: 'Next', revision: 2 }, 1),
        );
        const present = toEnvironmentView(next, first.id);
        const conflict = { kind: 'revision-conflict', expected: 1, present };
        expect(await unwrapRefusal(store.environments.replace({ ...first, revision: 2 }, 1))).toEqual(
          conflict,
        );
        expect(await unwrapRefusal(store.environments.remove(mine.id, first.id, 1))).toEqual(conflict);
        await unwrapResult(store.environments.remove(mine.id, first.id, 2));
        expect(await unwrapResult(store.environments.list(mine.id))).toEqual([]);
        const missing = { kind: 'not-found', entity: 'environment', ref: first.id };
        expect(await unwrapRefusal(store.environments.remove(mine.id, first.id, 2))).toEqual(missing);
        expect((await unwrapResult(store.workspaces.get(mine.id))).activeEnvironmentId).toBeNull();
        expect(await unwrapResult(store.environments.list(other.id))).toEqual([twin]);
      }),
    );

    it(
      'keeps the revision if changes make no difference',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const variables = [{ name: 'a', value: '1', enabled: true }];
        const made = await unwrapResult(
          store.environments.create(sampleEnvironment(workspaceId, { variables })),
        );
        const changes = [createVariableChange('a', '1'), createVariableChange('gone', null)];
        expect(await unwrapResult(store.environments.change(workspaceId, made.id, changes, later))).toEqual(
          made,
        );
        expect(await unwrapResult(store.environments.get(workspaceId, made.id))).toEqual(made);
      }),
    );

    it(
      'loses no concurrent changes',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const { id } = await unwrapResult(store.environments.create(sampleEnvironment(workspaceId)));
        const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
        await Promise.all(
          names.map((of) =>
            unwrapResult(store.environments.change(workspaceId, id, [createVariableChange(of, of)], later)),
          ),
        );
        const { variables, revision } = await unwrapResult(store.environments.get(workspaceId, id));
        expect(variables.map((pair) => pair.name).sort()).toEqual([...names].sort());
        expect(revision).toBe(21);
      }),
    );
  });
};
