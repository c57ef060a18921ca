import {
  type Binding,
  type BoundSecret,
  chooseBindingHosts,
  type Environment,
  type EnvironmentId,
  type Pair,
  type SecretBindings,
  type SecretPair,
  updateBinding,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { findRow, getQuery, select, tryStorage } from '../rows/stored-rows.js';
import { environments, type RowOf, secretHosts } from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';

const isPairs = (value: unknown): value is readonly Pair[] =>
  Array.isArray(value) &&
  value.every((one: Partial<Pair> | null) => typeof one?.name === 'string' && typeof one.value === 'string');

const parseLiteral = (literal: string): string => {
  const whole = literal.endsWith('"') && literal.length > 1 ? literal : `${literal}"`;
  try {
    return JSON.parse(whole) as string;
  } catch {
    return literal.replace(/^"|"$/g, '');
  }
};

/** Every text in damaged JSON that may be the value of a secret: all except keys and names. */
const listDamagedTexts = (json: string): readonly Pair[] => {
  const found: Pair[] = [];
  let [key, name] = ['', 'damaged'];
  for (const [, literal = '', colon] of json.matchAll(/("(?:[^"\\]|\\.)*"?)\s*(:)?/gs)) {
    const text = parseLiteral(literal);
    if (colon !== undefined) key = text;
    else if (key === 'name') name = text;
    else found.push({ name, value: text, enabled: true });
  }
  return found;
};

/** Reads the stored pairs of a column. */
const readStoredPairs = (column: unknown): readonly Pair[] => {
  const json = String(column);
  try {
    const value: unknown = JSON.parse(json);
    if (isPairs(value)) return value;
  } catch {
    // Damaged JSON is read as far as possible below.
  }
  return listDamagedTexts(json);
};

/** Decrypts pairs; a value whose key is missing is empty. */
export const decryptPairs = ({ open }: Sealer, pairs: readonly Pair[]): readonly Pair[] =>
  pairs.map((pair) => ({ ...pair, value: open(pair.value) ?? '' }));

/**
 * Reads the secrets of a column; a value whose key is missing is empty. In a damaged column, every text that may be a value counts as a
 * secret: it cannot be used, but it is redacted.
 */
export const readSecretsColumn = (sealer: Sealer, column: unknown): readonly Pair[] =>
  decryptPairs(sealer, readStoredPairs(column));

/**
 * Creates the content of a column for secrets. If the key of a value is missing, its stored form stays, unless a person has entered the
 * value again.
 * @param present the column that it replaces
 */
export const writeSecretsColumn = (
  { seal, open }: Sealer,
  secrets: readonly Pair[],
  present: unknown = '[]',
): string => {
  const closed = new Map(
    readStoredPairs(present).flatMap(({ name, value }) => (open(value) === undefined ? [[name, value]] : [])),
  );
  return JSON.stringify(
    secrets.map((pair) => ({
      ...pair,
      value: pair.value === '' ? (closed.get(pair.name) ?? '') : seal(pair.value),
    })),
  );
};

type HostsRow = RowOf<typeof secretHosts>;

const parseHosts = ({ hosts }: Pick<HostsRow, 'hosts'>): readonly string[] =>
  JSON.parse(hosts) as readonly string[];

/**
 * Reads a binding without decrypting its values. Encrypted values can be compared, because each value has exactly one encrypted form,
 * and values with a missing key must stay.
 */
const toBinding = (row: Pick<HostsRow, 'hosts' | 'bound'>): Binding => ({
  hosts: parseHosts(row),
  values: JSON.parse(row.bound) as Binding['values'],
});

const sealPairs = ({ seal }: Sealer, secrets: readonly SecretPair[]): readonly SecretPair[] =>
  secrets.map((pair) => ({ ...pair, value: pair.value === '' ? '' : seal(pair.value) }));

const toBindingColumns = (name: string, { hosts, values }: Binding) => ({
  hosts: JSON.stringify(hosts),
  // Stored like a column of pairs, so that a new key encrypts it together with those columns.
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

/** Adds the current values of an environment's secrets to the bound values. */
export const addBoundValues = async (
  db: EntityManager,
  { workspaceId, id, secrets }: Environment,
  sealer: Sealer,
): Promise<void> => {
  const known = await readKnownBindings(db, id);
  if (known.size === 0 && !secrets.some(({ hosts = [] }) => hosts.length > 0)) return;
  const sealed = sealPairs(sealer, secrets);
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

const orderSql = 'ORDER BY "environmentId", "name"';

/** Creates the repository of the hosts of secrets. */
export const createSecretBindings = ({ rows, write, sealer }: Access): SecretBindings => ({
  list: (workspaceId) =>
    tryStorage('reading the hosts of secrets')(async () => {
      const columns = ['environmentId', 'name', 'hosts'] as const;
      const rest = `WHERE "workspaceId" = $1 ${orderSql}`;
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
      const found = await select(rows, secretHosts, columns, orderSql);
      return found.map((row): BoundSecret => ({
        environmentId: row.environmentId as EnvironmentId,
        name: row.name,
        hosts: parseHosts(row),
        values: readSecretsColumn(sealer, row.bound).flatMap(({ value }) => (value === '' ? [] : [value])),
      }));
    }),
  choose: (workspaceId, { environmentId, name, hosts }) =>
    tryStorage('storing the hosts of a secret')(() =>
      write(async (db) => {
        const found = await findRow(getQuery(db), environments, { id: environmentId, workspaceId });
        if (found === undefined) throw new Error('the environment is not there');
        const known = (await readKnownBindings(db, environmentId)).get(name);
        const present = sealPairs(sealer, readSecretsColumn(sealer, found.secrets));
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
