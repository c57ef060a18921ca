import type { Environment } from '../environments/environment.js';
import { updateBinding, chooseBindingHosts } from '../environments/secret-hosts.js';
import { E } from '../fp.js';
import type { SecretBindings } from '../ports/secrets/secret-bindings.js';
import {
  createIntegrityError,
  setEntry,
  formatRowKey,
  type MemoryAccess,
  type Rows,
  removeEntry,
} from './rows.js';

const createBindingKey = (environmentId: string, name: string): string =>
  JSON.stringify([environmentId, name]);

/** The rows with the values and hosts bound by an environment. */
export const addBindings = (rows: Rows, { workspaceId, id, secrets }: Environment): Rows => {
  let all = rows.secretBindings;
  for (const name of new Set(secrets.map((one) => one.name))) {
    const key = createBindingKey(id, name);
    const after = updateBinding(
      all.get(key),
      secrets.filter((one) => one.name === name),
    );
    if (after !== undefined) all = setEntry(all, key, { workspaceId, environmentId: id, name, ...after });
  }
  return { ...rows, secretBindings: all };
};

/** An in-memory repository of secret hosts. */
export const createMemorySecretBindings = ({ read, write }: MemoryAccess): SecretBindings => {
  const sorted = (rows: Rows) =>
    [...rows.secretBindings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return {
    list: (workspaceId) =>
      read((rows) =>
        E.right(
          sorted(rows)
            .filter((one) => one.workspaceId === workspaceId)
            .map(({ environmentId, name, hosts }) => ({ environmentId, name, hosts })),
        ),
      ),
    bound: () =>
      read((rows) =>
        E.right(
          sorted(rows).map(({ environmentId, name, hosts, values }) => ({
            ...{ environmentId, name, hosts },
            values: values.map(({ value }) => value),
          })),
        ),
      ),
    choose: (workspaceId, { environmentId, name, hosts }) =>
      write((rows) => {
        const environment = rows.environments.get(formatRowKey(workspaceId, environmentId));
        if (environment === undefined)
          return E.left(
            createIntegrityError('storing the hosts of a secret', 'the environment is not there'),
          );
        const key = createBindingKey(environmentId, name);
        const present = environment.secrets.filter((one) => one.name === name);
        const chosen = chooseBindingHosts(rows.secretBindings.get(key), hosts, present);
        const secretBindings =
          chosen.hosts.length === 0
            ? removeEntry(rows.secretBindings, key)
            : setEntry(rows.secretBindings, key, { workspaceId, environmentId, name, ...chosen });
        return E.right([undefined, { ...rows, secretBindings }]);
      }),
  };
};
