import { type AppResult, findHiddenCookies, type JarCookie, type Ports, type Secret } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadKnownSecrets, prepareSecretsToHide } from './secrets.js';

/** Where something is shown: in a workspace by its reference, else in the active one, or anywhere, as in a log. */
export type DisplayScope = { readonly workspace: string | undefined } | 'anywhere' | 'what is saved';

/** The cookies of the workspace where something is shown. Those of other workspaces do not matter there. */
const loadVisibleCookies = (ports: Ports, shownIn: DisplayScope): AppResult<readonly JarCookie[]> => {
  const { cookies } = ports.store;
  if (shownIn === 'what is saved') return TE.right([]);
  if (shownIn === 'anywhere') return cookies.all();
  return pipe(
    resolveWorkspace(ports)(shownIn.workspace),
    TE.matchE(
      () => cookies.all(),
      ({ id }) => cookies.all(id),
    ),
  );
};

/**
 * The secrets of every workspace, and the values of cookies that the caller `by` did not receive. A server cannot
 * cause anything to be hidden in other workspaces, nor in what people have saved.
 */
export const loadHiddenSecrets = (
  ports: Ports,
  by?: string,
  shownIn: DisplayScope = 'anywhere',
): AppResult<readonly Secret[]> =>
  pipe(
    TE.Do,
    TE.apS('secrets', loadKnownSecrets(ports)),
    TE.apS('cookies', loadVisibleCookies(ports, shownIn)),
    TE.map(({ secrets, cookies }) => [...secrets, ...findHiddenCookies(cookies, by)]),
    TE.flatMapTask(prepareSecretsToHide),
  );
