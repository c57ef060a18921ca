import {
  Environment,
  type EnvironmentId,
  type Environments,
  environmentView,
  isOrdinaryText,
  type Pair,
  reviseEnvironment,
  type UnreadableEnvironment,
  type WorkspaceId,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import {
  decodeStoredRow,
  memoizeByRow,
  queryOf,
  readableRows,
  type RowQuery,
  rowsWhere,
  rowWhere,
  tryStorage,
  toRow,
} from '../rows/stored-rows.js';
import { environments, type Row, workspaces } from '../schema/tables.js';
import type { Sealing } from '../secrecy/sealing.js';
import { storePreviousSecrets } from './former-secrets.js';
import { keepBound } from './secret-bindings.js';
import { openPairs, secretsColumn, secretsFrom } from './secrets-from.js';

const json = ['variables', 'secrets', 'guard', 'proposedGuard'];
const decodePlain = decodeStoredRow('environment', Environment, json);

/** Rows of environments, whose secrets are sealed. */
const environmentRows = (sealing: Sealing) => ({
  decode: memoizeByRow((row) => {
    const environment = decodePlain(row);
    return { ...environment, secrets: openPairs(sealing, environment.secrets) };
  }),
  toRow: (environment: Environment, present?: unknown): Row => ({
    ...toRow(environment, json),
    secrets: secretsColumn(sealing, environment.secrets, present),
  }),
  /** The pairs in an environment's column, or the single pair of a row, which may be a token. */
  pairs: memoizeByRow(({ secrets, name, value, token }: Row): readonly Pair[] => {
    if (secrets !== null) return secretsFrom(sealing, secrets);
    const opened = sealing.open(String(value)) ?? '';
    return token !== null && isOrdinaryText(opened)
      ? []
      : [{ name: String(name), value: opened, enabled: true }];
  }),
});

const selectAllSecrets = `
  SELECT "secrets", NULL AS "name", NULL AS "value", NULL AS "token" FROM environments
  UNION ALL SELECT "secrets", NULL, NULL, NULL FROM retired_environments
  UNION ALL SELECT NULL, "name", "value", NULL FROM former_secrets
  UNION ALL SELECT NULL, 'access_token', "accessToken", 'token' FROM auth_tokens WHERE "accessToken" <> ''
  UNION ALL SELECT NULL, 'refresh_token', "refreshToken", 'token' FROM auth_tokens WHERE "refreshToken" <> ''
  UNION ALL SELECT NULL, 'id_token', "idToken", 'token' FROM auth_tokens WHERE "idToken" <> ''`;

type EnvironmentRows = ReturnType<typeof environmentRows>;

const rowOf = async (query: RowQuery, workspaceId: WorkspaceId, id: EnvironmentId): Promise<Row> => {
  const row = await rowWhere(query, environments, { id, workspaceId });
  if (row === undefined) throw new Refusal({ kind: 'not-found', entity: 'environment', ref: id });
  return row;
};

const loadAt =
  (kept: EnvironmentRows, workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    if (await db.existsBy(environments, { id, workspaceId, revision: expected })) return;
    const present = kept.decode(await rowOf(queryOf(db), workspaceId, id));
    const active = await db.existsBy(workspaces, { id: workspaceId, activeEnvironmentId: id });
    throw new Refusal({
      kind: 'revision-conflict',
      expected,
      present: environmentView(present, active ? id : null),
    });
  };

/** Replaces the environment with `next` if it has the revision `expected`. */
const replaceAt =
  (kept: EnvironmentRows, sealing: Sealing, next: Environment, expected: number) =>
  async (db: EntityManager): Promise<Environment> => {
    const { workspaceId, id, secrets } = next;
    await loadAt(kept, workspaceId, id, expected)(db);
    const row = await rowOf(queryOf(db), workspaceId, id);
    await storePreviousSecrets(db, workspaceId, secretsFrom(sealing, row.secrets), secrets, sealing);
    await db.update(environments, { id, workspaceId }, kept.toRow(next, row.secrets));
    await keepBound(db, next, sealing);
    return next;
  };

const removeAt =
  (kept: EnvironmentRows, sealing: Sealing, workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    await loadAt(kept, workspaceId, id, expected)(db);
    const { secrets } = await rowOf(queryOf(db), workspaceId, id);
    await storePreviousSecrets(db, workspaceId, secretsFrom(sealing, secrets), [], sealing);
    await db.delete(environments, { id, workspaceId });
    await db.update(workspaces, { id: workspaceId, activeEnvironmentId: id }, { activeEnvironmentId: null });
  };

/** The environments of workspaces. */
export const createEnvironments = ({ rows, write, leave, sealing }: Access): Environments => {
  const kept = environmentRows(sealing);
  return {
    list: (workspaceId) =>
      tryStorage('listing environments')(async () => {
        const found = await rowsWhere(rows, environments, { workspaceId });
        return readableRows(found, kept.decode, leave);
      }),
    unreadable: (workspaceId) =>
      tryStorage('listing environments')(async () => {
        const found = await rowsWhere(rows, environments, { workspaceId });
        const all: UnreadableEnvironment[] = [];
        readableRows(found, kept.decode, (unreadable, row) => {
          const { revision, secrets } = row;
          all.push({ row: unreadable, revision: Number(revision), secrets: secretsFrom(sealing, secrets) });
        });
        return all;
      }),
    allSecrets: () =>
      tryStorage('listing secrets')(async () => {
        const found = await rows(selectAllSecrets, []);
        return found.flatMap(kept.pairs);
      }),
    get: (workspaceId, id) =>
      tryStorage('reading an environment')(async () => kept.decode(await rowOf(rows, workspaceId, id))),
    create: (environment) =>
      tryStorage('creating an environment')(async () => {
        await write(async (db) => {
          await db.insert(environments, kept.toRow(environment));
          await keepBound(db, environment, sealing);
        });
        return environment;
      }),
    change: (workspaceId, id, changes, at) =>
      tryStorage('changing an environment')(() =>
        write(async (db) => {
          const row = await rowOf(queryOf(db), workspaceId, id);
          const present = kept.decode(row);
          const next = reviseEnvironment(present, changes, at);
          if (next === present) return next;
          await storePreviousSecrets(db, workspaceId, present.secrets, next.secrets, sealing);
          await db.update(environments, { id, workspaceId }, kept.toRow(next, row.secrets));
          await keepBound(db, next, sealing);
          return next;
        }),
      ),
    replace: (next, expected) =>
      tryStorage('changing an environment')(() => write(replaceAt(kept, sealing, next, expected))),
    remove: (workspaceId, id, expected) =>
      tryStorage('deleting an environment')(() => write(removeAt(kept, sealing, workspaceId, id, expected))),
  };
};
