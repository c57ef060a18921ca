import { expect, it } from 'vitest';

import type { Store } from '../../ports/repositories.js';
import type { EnvironmentScope } from '../../ports/oauth2.js';
import { sampleCookie, sampleEnvironment, sampleToken, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createScope = async ({ workspaces, environments }: Store) => {
  const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const environment = await unwrapResult(environments.create(sampleEnvironment(id)));
  return { workspaceId: id, environmentId: environment.id };
};

const clearEnvironment = ({ workspaceId }: EnvironmentScope): EnvironmentScope => ({
  workspaceId,
  environmentId: null,
});

/** The contract of every `AuthTokens` adapter. */
export const testAuthTokensContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of auth tokens`, open, (on) => {
    it(
      'keeps tokens field for field, separately for each workspace and environment',
      { tags: 'auth:tokens' },
      on(async (store) => {
        const { authTokens } = store;
        const [mine, other] = [await createScope(store), await createScope(store)];
        const full = sampleToken({
          refreshToken: 'r',
          idToken: 'i',
          scope: 'a b',
          expiresAt: '2100-01-01T00:00:00.000Z',
        });
        await unwrapResult(authTokens.put(mine, full));
        await unwrapResult(authTokens.put(clearEnvironment(mine), sampleToken({ accessToken: 'ü' })));
        expect(await unwrapResult(authTokens.find(mine, full.key))).toEqual(full);
        expect(await unwrapResult(authTokens.list(clearEnvironment(mine)))).toEqual([
          sampleToken({ accessToken: 'ü' }),
        ]);
        expect(await unwrapResult(authTokens.find(mine, 'k2'))).toBeNull();
        expect(await unwrapResult(authTokens.list(other))).toEqual([]);
      }),
    );

    it(
      'keeps one token per configuration, and deletes one token or all',
      { tags: 'auth:tokens' },
      on(async (store) => {
        const { authTokens } = store;
        const scope = await createScope(store);
        for (const key of ['k1', 'k2', 'k3']) await unwrapResult(authTokens.put(scope, sampleToken({ key })));
        await unwrapResult(authTokens.put(scope, sampleToken({ key: 'k2', accessToken: 'new' })));
        const keys = (await unwrapResult(authTokens.list(scope))).map(({ key }) => key);
        expect(keys.sort()).toEqual(['k1', 'k2', 'k3']);
        expect((await unwrapResult(authTokens.find(scope, 'k2')))?.accessToken).toBe('new');
        expect(await unwrapResult(authTokens.remove(scope, 'k1'))).toBe(1);
        expect(await unwrapResult(authTokens.remove(scope, 'k1'))).toBe(0);
        expect(await unwrapResult(authTokens.remove(scope))).toBe(2);
        expect(await unwrapResult(authTokens.list(scope))).toEqual([]);
      }),
    );

    it(
      "adds tokens to the list of all workspaces' secrets",
      { tags: 'auth:tokens' },
      on(async (store) => {
        const scope = await createScope(store);
        await unwrapResult(
          store.authTokens.put(
            scope,
            sampleToken({ accessToken: 'a1a1', refreshToken: 'r-2', idToken: 'application/json' }),
          ),
        );
        const values = async () =>
          (await unwrapResult(store.environments.allSecrets())).map(({ value }) => value);
        expect(await values()).toEqual(expect.arrayContaining(['a1a1', 'r-2']));
        // Ordinary text must not be redacted only because a server used it as a token.
        expect(await values()).not.toContain('application/json');
        await unwrapResult(store.authTokens.remove(scope));
        expect(await values()).not.toContain('a1a1');
      }),
    );

    it(
      'deletes tokens with their environment or workspace',
      { tags: 'auth:tokens' },
      on(async (store) => {
        const scope = await createScope(store);
        await unwrapResult(store.authTokens.put(scope, sampleToken()));
        await unwrapResult(store.authTokens.put(clearEnvironment(scope), sampleToken()));
        await unwrapResult(store.environments.remove(scope.workspaceId, scope.environmentId, 1));
        expect(await unwrapResult(store.authTokens.list(scope))).toEqual([]);
        expect(await unwrapRefusal(store.authTokens.put(scope, sampleToken()))).toMatchObject({
          kind: 'storage-failed',
        });
        expect(await unwrapResult(store.authTokens.list(clearEnvironment(scope)))).toHaveLength(1);
        await unwrapResult(store.workspaces.hide(scope.workspaceId, 'deleted', sampleCookie().createdAt));
        await unwrapResult(store.workspaces.remove(scope.workspaceId));
        expect(await unwrapResult(store.authTokens.list(clearEnvironment(scope)))).toEqual([]);
      }),
    );
  });
};
