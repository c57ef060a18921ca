import {
  Environment,
  type EnvironmentId,
  type Environments,
  environmentView,
  type Pair,
  revised,
  type UnreadableEnvironment,
  type WorkspaceId,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import {
  fromRow,
  onceForEachRow,
  queryOf,
  readableRows,
  type RowQuery,
  rowsWhere,
  rowWhere,
  storing,
  toRow,
} from '../rows.js';
import { environments, type Row, workspaces } from '../schema/tables.js';
import { keepFormer, storedSecrets } from './former-secrets.js';
import { secretsFrom } from './secrets-from.js';

const json = ['variables', 'secrets'];
const decodeRow = onceForEachRow(fromRow('environment', Environment, json));

const selectAllSecrets = `
  SELECT "secrets", NULL AS "name", NULL AS "value" FROM environments
  UNION ALL SELECT "secrets", NULL, NULL FROM retired_environments
  UNION ALL SELECT NULL, "name", "value" FROM former_secrets
  UNION ALL SELECT NULL, 'access_token', "accessToken" FROM auth_tokens WHERE "accessToken" <> ''
  UNION ALL SELECT NULL, 'refresh_token', "refreshToken" FROM auth_tokens WHERE "refreshToken" <> ''
  UNION ALL SELECT NULL, 'id_token', "idToken" FROM auth_tokens WHERE "idToken" <> ''`;

/** The pairs in an environment's column, or the single pair of a row. */
const pairsOf = onceForEachRow(({ secrets, name, value }: Row): readonly Pair[] =>
  secrets === null ? [{ name: String(name), value: String(value), enabled: true }] : secretsFrom(secrets),
);

const load =
  (workspaceId: WorkspaceId, id: EnvironmentId) =>
  async (query: RowQuery): Promise<Environment> => {
    const row = await rowWhere(query, environments, { id, workspaceId });
    if (row === undefined) throw new Refusal({ kind: 'not-found', entity: 'environment', ref: id });
    return decodeRow(row);
  };

const loadAt =
  (workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    if (await db.existsBy(environments, { id, workspaceId, revision: expected })) return;
    const present = await load(workspaceId, id)(queryOf(db));
    const active = await db.existsBy(workspaces, { id: workspaceId, activeEnvironmentId: id });
    throw new Refusal({
      kind: 'revision-conflict',
      expected,
      present: environmentView(present, active ? id : null),
    });
  };

/** Replaces the environment with `next` if it has the revision `expected`. */
const replaceAt =
  (next: Environment, expected: number) =>
  async (db: EntityManager): Promise<Environment> => {
    const { workspaceId, id, secrets } = next;
    await loadAt(workspaceId, id, expected)(db);
    await keepFormer(db, workspaceId, await storedSecrets(db, workspaceId, id), secrets);
    await db.update(environments, { id, workspaceId }, toRow(next, json));
    return next;
  };

const removeAt =
  (workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    await loadAt(workspaceId, id, expected)(db);
    await keepFormer(db, workspaceId, await storedSecrets(db, workspaceId, id), []);
    await db.delete(environments, { id, workspaceId });
    await db.update(workspaces, { id: workspaceId, activeEnvironmentId: id }, { activeEnvironmentId: null });
  };

/** The environments of workspaces. */
export const createEnvironments = ({ rows, write, leave }: Access): Environments => ({
  list: (workspaceId) =>
    storing('listing environments')(async () => {
      const found = await rowsWhere(rows, environments, { workspaceId });
      return readableRows(found, decodeRow, leave);
    }),
  unreadable: (workspaceId) =>
    storing('listing environments')(async () => {
      const found = await rowsWhere(rows, environments, { workspaceId });
      const all: UnreadableEnvironment[] = [];
      readableRows(found, decodeRow, (unreadable, row) => {
        const { revision, secrets } = row;
        all.push({ row: unreadable, revision: Number(revision), secrets: secretsFrom(secrets) });
      });
      return all;
    }),
  allSecrets: () =>
    storing('listing secrets')(async () => {
      const found = await rows(selectAllSecrets, []);
      return found.flatMap(pairsOf);
    }),
  get: (workspaceId, id) => storing('reading an environment')(() => load(workspaceId, id)(rows)),
  create: (environment) =>
    storing('creating an environment')(async () => {
      await write((db) => db.insert(environments, toRow(environment, json)));
      return environment;
    }),
  change: (workspaceId, id, changes, at) =>
    storing('changing an environment')(() =>
      write(async (db) => {
        const present = await load(workspaceId, id)(queryOf(db));
        const next = revised(present, changes, at);
        if (next === present) return next;
        await keepFormer(db, workspaceId, present.secrets, next.secrets);
        await db.update(environments, { id, workspaceId }, toRow(next, json));
        return next;
      }),
    ),
  replace: (next, expected) => storing('changing an environment')(() => write(replaceAt(next, expected))),
  remove: (workspaceId, id, expected) =>
    storing('deleting an environment')(() => write(removeAt(workspaceId, id, expected))),
});
