import { expect, it } from 'vitest';

import { maxJarCookies } from '../../cookies/jar-cookie.js';
import type { Store } from '../../ports/repositories.js';
import { sampleCookie, sampleEnvironment, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createPlace = async ({ workspaces, environments }: Store) => {
  const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const environment = await unwrapResult(environments.create(sampleEnvironment(id)));
  return { id, environmentId: environment.id };
};

/** The contract of every `Cookies` adapter. */
export const testCookiesContract = (name: string, open: OpenStore): void => {
  describeSuite(`${name} keeps cookies`, open, (on) => {
    it(
      'separately for each workspace and environment, field for field',
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
      'and changes only the specified ones, so that two executions do not undo each other',
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
      'up to a maximum number, dropping the oldest',
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
      'until their environment or workspace is deleted',
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
