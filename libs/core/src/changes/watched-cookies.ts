import type { Cookies } from '../ports/cookies.js';
import { after, type Write } from './watching.js';

/** Cookies that report the jar that changed, and nothing of what is in it. */
export const watchedCookies = (cookies: Cookies, write: Write): Cookies => ({
  ...cookies,
  change: (workspaceId, environmentId, changes) =>
    write((to, notify) =>
      after(() => {
        if (changes.set.length + changes.removed.length > 0)
          notify({ workspaceId, entity: 'cookies', id: environmentId ?? '', op: 'updated' });
      })(to.cookies.change(workspaceId, environmentId, changes)),
    ),
});
