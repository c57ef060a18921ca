import type { Environment } from '../environments/environment.js';
import type { Environments } from '../ports/repositories.js';
import { notifyAfter, readBeforeWrite, createNotifier, reportWrite, type Write } from './watch-changes.js';

/** Environments that report their changes. */
export const watchEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, notify) =>
      notifyAfter(createNotifier(notify, 'environment', 'created'))(to.environments.create(one)),
    ),
  replace: (next, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId: next.workspaceId, entity: 'environment', id: next.id, op: 'updated' },
        () => to.environments.get(next.workspaceId, next.id),
        to.environments.replace(next, expected),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId, entity: 'environment', id, op: 'deleted' },
        () => to.environments.get(workspaceId, id),
        to.environments.remove(workspaceId, id, expected),
      ),
    ),
  // Only executions change single names in an environment, for their scripts.
  change: (workspaceId, id, changes, at, request) =>
    write((to, notify) =>
      readBeforeWrite(
        write,
        () => to.environments.get(workspaceId, id),
        (before) =>
          notifyAfter((stored: Environment) => {
            notify(
              { workspaceId, entity: 'environment', id, op: 'updated', script: true },
              { before, after: stored, request },
            );
          })(to.environments.change(workspaceId, id, changes, at)),
      ),
    ),
});
