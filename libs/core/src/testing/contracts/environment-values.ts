import { expect, it } from 'vitest';
import { maxJarCookies } from '../../cookies/jar-cookie.js';
import type { EnvironmentId } from '../../ids.js';
import type { Store } from '../../ports/repositories.js';
import type { SecretPair } from '../../requests/fields.js';
import { sampleCookie, sampleEnvironment, sampleWorkspace } from '../samples.js';
import { describeSuite, type OpenedStore, type OpenStore, unwrapRefusal, unwrapResult } from './opened.js';

const createPlace = async ({ workspaces, environments }: Store) => {
  const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const environment = await unwrapResult(environments.create(sampleEnvironment(id)));
  return { id, environmentId: environment.id };
};

/** The contract of every `Cookies` adapter. */
export const testCookiesContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of cookies`, open, (on) => {
    it(
      'keeps cookies field for field, separately for each workspace and environment',
      { tags: 'cookies:kept' },
      on(async (store) => {
        const { cookies } = store;
        const [mine, other] = [await createPlace(store), await createPlace(store)];
        const full = sampleCookie({ sameSite: 'lax', expires: '2100-01-01T00:00:00.000Z', receivedBy: 'x' });
        const plain = sampleCookie({ name: 'ü', value: '' });
        await unwrapResult(cookies.change(mine.id, mine.environmentId, { set: [full], removed: [] }));
        await unwrapResult(cookies.change(mine.id, null, { set: [plain], removed: [] }));
        expect(await unwrapResult(cookies.list(mine.id, mine.environmentId))).toEqual([full]);
        expect(await unwrapResult(cookies.list(mine.id, null))).toEqual([plain]);
        expect(await unwrapResult(cookies.list(other.id, null))).toEqual([]);
        expect((await unwrapResult(cookies.all())).map((one) => one.name).sort()).toEqual(['a', 'ü']);
      }),
    );

    it(
      "changes only the specified cookies, so that two executions do not undo each other's changes",
      { tags: 'cookies:parallel' },
      on(async (store) => {
        const { cookies } = store;
        const { id } = await createPlace(store);
        const [a, b] = [sampleCookie(), sampleCookie({ name: 'b' })];
        const elsewhere = sampleCookie({ path: '/x' });
        await unwrapResult(cookies.change(id, null, { set: [a, elsewhere], removed: [] }));
        await unwrapResult(cookies.change(id, null, { set: [b], removed: [] }));
        await unwrapResult(cookies.change(id, null, { set: [{ ...b, value: 'new' }], removed: [a] }));
        const found = await unwrapResult(cookies.list(id, null));
        expect(found.map(({ name: of, path, value }) => [of, path, value]).sort()).toEqual([
          ['a', '/x', '1'],
          ['b', '/', 'new'],
        ]);
      }),
    );

    it(
      'keeps cookies up to a maximum number, and drops the oldest',
      on(async (store) => {
        const { id } = await createPlace(store);
        const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
        const set = Array.from({ length: maxJarCookies + 1 }, (_, index) =>
          sampleCookie({ name: `c${index}`, createdAt: at(index) }),
        );
        await unwrapResult(store.cookies.change(id, null, { set, removed: [] }));
        const found = await unwrapResult(store.cookies.list(id, null));
        expect(found).toHaveLength(maxJarCookies);
        expect(found[0]?.name).toBe('c1');
      }),
    );

    it(
      'deletes cookies with their environment or workspace',
      on(async (store) => {
        const { id, environmentId } = await createPlace(store);
        await unwrapResult(store.cookies.change(id, environmentId, { set: [sampleCookie()], removed: [] }));
        await unwrapResult(store.cookies.change(id, null, { set: [sampleCookie()], removed: [] }));
        await unwrapResult(store.environments.remove(id, environmentId, 1));
        expect(await unwrapResult(store.cookies.all())).toHaveLength(1);
        expect(
          await unwrapRefusal(
            store.cookies.change(id, environmentId, { set: [sampleCookie()], removed: [] }),
          ),
        ).toMatchObject({ kind: 'storage-failed' });
        await unwrapResult(store.workspaces.hide(id, 'deleted', sampleCookie().createdAt));
        await unwrapResult(store.workspaces.remove(id));
        expect(await unwrapResult(store.cookies.all())).toEqual([]);
      }),
    );
  });
};

const createSecret = (name: string, value: string, more: Partial<SecretPair> = {}): SecretPair => ({
  name,
  value,
  enabled: true,
  ...more,
});

/** Creates a workspace, and an environment with these secrets in it. */
const createWithSecrets = async (
  { workspaces, environments }: OpenedStore['store'],
  secrets: readonly SecretPair[],
) => {
  const { id: workspaceId } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const environment = await unwrapResult(environments.create(sampleEnvironment(workspaceId, { secrets })));
  return { workspaceId, environment, at: environment.updatedAt };
};

/** The contract of every `SecretBindings` adapter. */
export const testSecretBindingsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of secret bindings`, open, (on) => {
    it(
      'keeps the hosts that a person last chose, until the person chooses none',
      on(async (store) => {
        const { secretBindings } = store;
        const { workspaceId, environment } = await createWithSecrets(store, [
          createSecret('A', 'value of a'),
        ]);
        const of = { environmentId: environment.id, name: 'A' };
        await unwrapResult(secretBindings.choose(workspaceId, { ...of, hosts: ['a.example'] }));
        await unwrapResult(
          secretBindings.choose(workspaceId, { ...of, hosts: ['B.example:*', 'b.example:*'] }),
        );
        expect(await unwrapResult(secretBindings.list(workspaceId))).toEqual([
          { ...of, hosts: ['b.example:*'] },
        ]);
        expect(await unwrapResult(secretBindings.bound())).toEqual([
          { ...of, hosts: ['b.example:*'], values: ['value of a'] },
        ]);
        await unwrapResult(secretBindings.choose(workspaceId, { ...of, hosts: [] }));
        expect(await unwrapResult(secretBindings.bound())).toEqual([]);
      }),
    );

    it(
      'binds every value that a secret has had, even after its environment is changed or deleted',
      on(async (store) => {
        const { environments, secretBindings } = store;
        const { workspaceId, environment, at } = await createWithSecrets(store, [createSecret('A', 'first')]);
        const { id } = environment;
        const values = async () => (await unwrapResult(secretBindings.bound())).flatMap((one) => one.values);
        await unwrapResult(
          secretBindings.choose(workspaceId, { environmentId: id, name: 'A', hosts: ['a.test'] }),
        );
        await unwrapResult(
          environments.change(workspaceId, id, [{ kind: 'secret', name: 'A', value: 'second' }], at),
        );
        expect(await values()).toEqual(['first', 'second']);
        const renamed = {
          ...environment,
          secrets: [createSecret('A', 'third'), createSecret('B', 'other')],
          revision: 3,
        };
        await unwrapResult(environments.replace(renamed, 2));
        await unwrapResult(
          environments.change(workspaceId, id, [{ kind: 'secret', name: 'A', value: null }], at),
        );
        expect(await values()).toEqual(['first', 'second', 'third']);
        await unwrapResult(environments.remove(workspaceId, id, 4));
        expect(await values()).toEqual(['first', 'second', 'third']);
        await unwrapResult(
          environments.create(sampleEnvironment(workspaceId, { id, secrets: [createSecret('A', 'last')] })),
        );
        expect(await values()).toEqual(['first', 'second', 'third', 'last']);
        await unwrapResult(store.workspaces.hide(workspaceId, 'deleted', at));
        await unwrapResult(store.workspaces.remove(workspaceId));
        expect(await values()).toEqual([]);
      }),
    );

    it(
      'keeps the hosts that an environment first set, which later writes cannot widen',
      on(async (store) => {
        const { environments, secretBindings } = store;
        const first = [
          createSecret('A', 'value', { hosts: ['*.example'] }),
          createSecret('B', 'other', { hosts: ['?'] }),
        ];
        const { workspaceId, environment } = await createWithSecrets(store, first);
        const hosts = async () =>
          (await unwrapResult(secretBindings.list(workspaceId))).map((one) => one.hosts);
        expect(await hosts()).toEqual([['*.example']]);
        const said = async (revision: number, wanted: readonly string[] | undefined) => {
          const secrets = [createSecret('A', 'value', wanted === undefined ? {} : { hosts: wanted })];
          await unwrapResult(
            environments.replace({ ...environment, revision: revision + 1, secrets }, revision),
          );
          return hosts();
        };
        expect(await said(1, ['a.example'])).toEqual([['a.example']]);
        expect(await said(2, ['*.example'])).toEqual([['a.example']]);
        expect(await said(3, ['a.example', 'evil.test'])).toEqual([['a.example']]);
        expect(await said(4, [])).toEqual([['a.example']]);
        expect(await said(5, undefined)).toEqual([['a.example']]);
      }),
    );

    it(
      'drops the oldest values beyond the limit, except a value for which a person chose hosts',
      on(async (store) => {
        const { environments, secretBindings } = store;
        const { workspaceId, environment } = await createWithSecrets(store, [createSecret('A', 'seen')]);
        const of = { environmentId: environment.id, name: 'A' };
        await unwrapResult(secretBindings.choose(workspaceId, { ...of, hosts: ['a.test'] }));
        const many = Array.from({ length: 501 }, (_, at) => createSecret('A', `value ${at}`));
        await unwrapResult(environments.replace({ ...environment, revision: 2, secrets: many }, 1));
        const [bound] = await unwrapResult(secretBindings.bound());
        expect(bound?.values).toHaveLength(501);
        expect(bound?.values.slice(0, 2)).toEqual(['seen', 'value 1']);
      }),
    );

    it(
      'refuses hosts for a secret of a missing environment',
      on(async (store) => {
        const { workspaceId } = await createWithSecrets(store, []);
        const chosen = {
          environmentId: 'env_0000000000000000' as EnvironmentId,
          name: 'A',
          hosts: ['a.test'],
        };
        expect((await unwrapRefusal(store.secretBindings.choose(workspaceId, chosen))).kind).toBe(
          'storage-failed',
        );
      }),
    );
  });
};
