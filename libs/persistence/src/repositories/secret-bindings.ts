import {
  type Binding,
  updateBinding,
  chooseBindingHosts,
  type BoundSecret,
  type Environment,
  type EnvironmentId,
  type SecretBindings,
  type SecretPair,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { getQuery, findRow, select } from '../rows/select.js';
import { tryStorage } from '../rows/stored-rows.js';
import { environments, type RowOf, secretHosts } from '../schema/tables.js';
import type { Sealing } from '../secrecy/sealing.js';
import { readSecretsColumn } from './secrets-from.js';

type HostsRow = RowOf<typeof secretHosts>;

const parseHosts = ({ hosts }: Pick<HostsRow, 'hosts'>): readonly string[] =>
  JSON.parse(hosts) as readonly string[];

/** Compares sealed values: each value has exactly one sealed form, and one whose key is missing must stay. */
const toBinding = (row: Pick<HostsRow, 'hosts' | 'bound'>): Binding => ({
  hosts: parseHosts(row),
  values: JSON.parse(row.bound) as Binding['values'],
});

const sealPairs = ({ seal }: Sealing, secrets: readonly SecretPair[]): readonly SecretPair[] =>
  secrets.map((pair) => ({ ...pair, value: pair.value === '' ? '' : seal(pair.value) }));

const toBindingColumns = (name: string, { hosts, values }: Binding) => ({
  hosts: JSON.stringify(hosts),
  // In the form of a column of pairs, so that it is sealed anew with the others.
  bound: JSON.stringify(values.map((one) => ({ name, ...one }))),
});

const readKnownBindings = async (
  db: EntityManager,
  environmentId: string,
): Promise<ReadonlyMap<string, Binding>> => {
  const columns = ['name', 'hosts', 'bound'] as const;
  const rows = await select(getQuery(db), secretHosts, columns, `WHERE "environmentId" = $1`, [
    environmentId,
  ]);
  return new Map(rows.map((row) => [row.name, toBinding(row)]));
};

/** Adds the secrets of a changed environment to the bound values. */
export const keepBound = async (
  db: EntityManager,
  { workspaceId, id, secrets }: Environment,
  sealing: Sealing,
): Promise<void> => {
  const known = await readKnownBindings(db, id);
  if (known.size === 0 && !secrets.some(({ hosts = [] }) => hosts.length > 0)) return;
  const sealed = sealPairs(sealing, secrets);
  for (const name of new Set(secrets.map((one) => one.name))) {
    const before = known.get(name);
    const after = updateBinding(
      before,
      sealed.filter((one) => one.name === name),
    );
    if (after === undefined || (after.hosts === before?.hosts && after.values === before.values)) continue;
    const row = { environmentId: id, name, workspaceId, ...toBindingColumns(name, after) };
    await db.upsert(secretHosts, row, ['environmentId', 'name']);
  }
};

const inOrder = 'ORDER BY "environmentId", "name"';

/** The hosts of secrets. */
export const createSecretBindings = ({ rows, write, sealing }: Access): SecretBindings => ({
  list: (workspaceId) =>
    tryStorage('reading the hosts of secrets')(async () => {
      const columns = ['environmentId', 'name', 'hosts'] as const;
      const rest = `WHERE "workspaceId" = $1 ${inOrder}`;
      const found = await select(rows, secretHosts, columns, rest, [workspaceId]);
      return found.map((row) => ({
        environmentId: row.environmentId as EnvironmentId,
        name: row.name,
        hosts: parseHosts(row),
      }));
    }),
  bound: () =>
    tryStorage('reading the hosts of secrets')(async () => {
      const columns = ['environmentId', 'name', 'hosts', 'bound'] as const;
      const found = await select(rows, secretHosts, columns, inOrder);
      return found.map((row): BoundSecret => ({
        environmentId: row.environmentId as EnvironmentId,
        name: row.name,
        hosts: parseHosts(row),
        values: readSecretsColumn(sealing, row.bound).flatMap(({ value }) => (value === '' ? [] : [value])),
      }));
    }),
  choose: (workspaceId, { environmentId, name, hosts }) =>
    tryStorage('storing the hosts of a secret')(() =>
      write(async (db) => {
        const found = await findRow(getQuery(db), environments, { id: environmentId, workspaceId });
        if (found === undefined) throw new Error('the environment is not there');
        const known = (await readKnownBindings(db, environmentId)).get(name);
        const present = sealPairs(sealing, readSecretsColumn(sealing, found.secrets));
        const chosen = chooseBindingHosts(
          known,
          hosts,
          present.filter((one) => one.name === name),
        );
        if (chosen.hosts.length === 0) await db.delete(secretHosts, { environmentId, name });
        else {
          const row = { environmentId, name, workspaceId, ...toBindingColumns(name, chosen) };
          await db.upsert(secretHosts, row, ['environmentId', 'name']);
        }
      }),
    ),
});
