import type { Environment } from '../domain/environment.js';
import type { Environments } from '../ports/repositories.js';
import { after, beforeWrite, notifyOf, reported, type Write } from './watching.js';

/** Environments that report their changes. */
export const watchedEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, notify) => after(notifyOf(notify, 'environment', 'created'))(to.environments.create(one))),
  replace: (next, expected) =>
    write((to, notify) =>
      reported(
        write,
        notify,
        { workspaceId: next.workspaceId, entity: 'environment', id: next.id, op: 'updated' },
        () => to.environments.get(next.workspaceId, next.id),
        to.environments.replace(next, expected),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      reported(
        write,
        notify,
        { workspaceId, entity: 'environment', id, op: 'deleted' },
        () => to.environments.get(workspaceId, id),
        to.environments.remove(workspaceId, id, expected),
      ),
    ),
  // Only executions change an environment name by name, for their scripts.
  change: (workspaceId, id, changes, at, request) =>
    write((to, notify) =>
      beforeWrite(
        write,
        () => to.environments.get(workspaceId, id),
        (before) =>
          after((stored: Environment) => {
            notify(
              { workspaceId, entity: 'environment', id, op: 'updated', script: true },
              { before, after: stored, request },
            );
          })(to.environments.change(workspaceId, id, changes, at)),
      ),
    ),
});
