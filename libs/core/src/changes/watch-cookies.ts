import type { Cookies } from '../ports/transport/cookies.js';
import { notifyAfter, type Write } from './watch-changes.js';

/** Cookies that report which jar changed, but not its contents. */
export const watchCookies = (cookies: Cookies, write: Write): Cookies => ({
  ...cookies,
  change: (workspaceId, environmentId, changes) =>
    write((to, notify) =>
      notifyAfter(() => {
        if (changes.set.length + changes.removed.length > 0)
          notify({ workspaceId, entity: 'cookies', id: environmentId ?? '', op: 'updated' });
      })(to.cookies.change(workspaceId, environmentId, changes)),
    ),
});
