import type { Environment } from '../domain/environment.js';
import type { Environments } from '../ports/repositories.js';
import { after, beforeWrite, notifyOf, type Write } from './watching.js';

/** Environments that report their changes. */
export const watchedEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, notify) => after(notifyOf(notify, 'environment', 'created'))(to.environments.create(one))),
  replace: (next, expected) =>
    write((to, notify) =>
      beforeWrite(
        write,
        () => to.environments.get(next.workspaceId, next.id),
        (before) =>
          after((stored: Environment) => {
            const { workspaceId, id } = stored;
            notify({ workspaceId, entity: 'environment', id, op: 'updated' }, { before, after: stored });
          })(to.environments.replace(next, expected)),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      beforeWrite(
        write,
        () => to.environments.get(workspaceId, id),
        (before) =>
          after(() => {
            notify({ workspaceId, entity: 'environment', id, op: 'deleted' }, { before });
          })(to.environments.remove(workspaceId, id, expected)),
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
