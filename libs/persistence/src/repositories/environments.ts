import {
  Environment,
  type EnvironmentId,
  type Environments,
  environmentView,
  findPreviousSecrets,
  listUnchangedSecrets,
  isOrdinaryText,
  maxPreviousSecrets,
  type Pair,
  reviseEnvironment,
  type UnreadableEnvironment,
  type WorkspaceId,
} from '@tandem/core';
import { struct, t } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  findRow,
  findRows,
  getQuery,
  memoizeByRow,
  queryDecoded,
  type RowQuery,
  toRow,
  tryStorage,
  type UndecodedRow,
} from '../rows/stored-rows.js';
import { environments, type RowOf, workspaces } from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';
import { addBoundValues, decryptPairs, readSecretsColumn, writeSecretsColumn } from './secret-bindings.js';

type EnvironmentRow = RowOf<typeof environments>;

const jsonColumns = ['variables', 'secrets', 'guard', 'proposedGuard'] as const;
const decodePlain = decodeStoredRow('environment', Environment, jsonColumns);

const optionalText = t.union([t.string, t.null], 'a text or null');
/** The secrets in the column of an environment, or a single secret in a row of its own. */
const SecretRow = struct('secrets', {
  secrets: optionalText,
  name: optionalText,
  value: optionalText,
  token: optionalText,
});
type SecretRow = t.TypeOf<typeof SecretRow>;

/** Rows of environments, with encrypted secrets. */
const createEnvironmentRows = (sealer: Sealer) => ({
  decode: memoizeByRow((row: EnvironmentRow) => {
    const environment = decodePlain(row);
    return { ...environment, secrets: decryptPairs(sealer, environment.secrets) };
  }),
  toRow: (environment: Environment, present?: string): EnvironmentRow => ({
    ...toRow(environment, jsonColumns),
    secrets: writeSecretsColumn(sealer, environment.secrets, present),
  }),
  /** Reads the secrets in the column of an environment, or the single secret of a row, which may be a token. */
  pairs: memoizeByRow(({ secrets, name, value, token }: SecretRow): readonly Pair[] => {
    if (secrets !== null) return readSecretsColumn(sealer, secrets);
    const opened = sealer.open(value ?? '') ?? '';
    return token !== null && isOrdinaryText(opened)
      ? []
      : [{ name: name ?? '', value: opened, enabled: true }];
  }),
});

const selectAllSecrets = `
  SELECT "secrets", NULL AS "name", NULL AS "value", NULL AS "token" FROM environments
  UNION ALL SELECT "secrets", NULL, NULL, NULL FROM retired_environments
  UNION ALL SELECT NULL, "name", "value", NULL FROM former_secrets
  UNION ALL SELECT NULL, 'access_token', "accessToken", 'token' FROM auth_tokens WHERE "accessToken" <> ''
  UNION ALL SELECT NULL, 'refresh_token', "refreshToken", 'token' FROM auth_tokens WHERE "refreshToken" <> ''
  UNION ALL SELECT NULL, 'id_token', "idToken", 'token' FROM auth_tokens WHERE "idToken" <> ''`;

const insertPreviousSql = `INSERT INTO former_secrets ("workspaceId", "name", "value") VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING`;

const deleteOldestPreviousSql = `DELETE FROM former_secrets WHERE "workspaceId" = $1 AND "position" NOT IN
  (SELECT "position" FROM former_secrets WHERE "workspaceId" = $1 ORDER BY "position" DESC LIMIT $2)`;

/** Stores the secret values of `present` that `next` no longer contains, so that they are still redacted. */
const storePreviousSecrets = async (
  db: EntityManager,
  workspaceId: string,
  present: readonly Pair[],
  next: readonly Pair[],
  { seal }: Sealer,
): Promise<void> => {
  const previous = findPreviousSecrets(present, next);
  for (const { name, value } of previous) await db.query(insertPreviousSql, [workspaceId, name, seal(value)]);
  if (previous.length > 0) await db.query(deleteOldestPreviousSql, [workspaceId, maxPreviousSecrets]);
};

type EnvironmentRows = ReturnType<typeof createEnvironmentRows>;

const readEnvironmentRow = async (
  query: RowQuery,
  workspaceId: WorkspaceId,
  id: EnvironmentId,
): Promise<EnvironmentRow> => {
  const row = await findRow(query, environments, { id, workspaceId });
  if (row === undefined) throw new Refusal({ kind: 'not-found', entity: 'environment', ref: id });
  return row;
};

const checkRevision =
  (kept: EnvironmentRows, workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    if (await db.existsBy(environments, { id, workspaceId, revision: expected })) return;
    const present = kept.decode(await readEnvironmentRow(getQuery(db), workspaceId, id));
    const active = await db.existsBy(workspaces, { id: workspaceId, activeEnvironmentId: id });
    throw new Refusal({
      kind: 'revision-conflict',
      expected,
      present: environmentView(present, active ? id : null),
    });
  };

/** Replaces the environment with `next` if it has the revision `expected`. */
const replaceEnvironment =
  (
    kept: EnvironmentRows,
    sealer: Sealer,
    next: Environment,
    { expected, plain }: { readonly expected: number; readonly plain: readonly string[] | undefined },
  ) =>
  async (db: EntityManager): Promise<Environment> => {
    const { workspaceId, id } = next;
    const secrets = listUnchangedSecrets(next, plain);
    await checkRevision(kept, workspaceId, id, expected)(db);
    const row = await readEnvironmentRow(getQuery(db), workspaceId, id);
    await storePreviousSecrets(db, workspaceId, readSecretsColumn(sealer, row.secrets), secrets, sealer);
    await db.update(environments, { id, workspaceId }, kept.toRow(next, row.secrets));
    await addBoundValues(db, next, sealer);
    return next;
  };

const removeEnvironment =
  (kept: EnvironmentRows, sealer: Sealer, workspaceId: WorkspaceId, id: EnvironmentId, expected: number) =>
  async (db: EntityManager): Promise<void> => {
    await checkRevision(kept, workspaceId, id, expected)(db);
    const { secrets } = await readEnvironmentRow(getQuery(db), workspaceId, id);
    await storePreviousSecrets(db, workspaceId, readSecretsColumn(sealer, secrets), [], sealer);
    await db.delete(environments, { id, workspaceId });
    await db.update(workspaces, { id: workspaceId, activeEnvironmentId: id }, { activeEnvironmentId: null });
  };

const listUnreadableRows = (
  kept: EnvironmentRows,
  sealer: Sealer,
  rows: readonly EnvironmentRow[],
): readonly UnreadableEnvironment[] => {
  const all: UnreadableEnvironment[] = [];
  decodeReadableRows(rows, kept.decode, (unreadable, row) => {
    const { revision, secrets }: UndecodedRow = row;
    all.push({ row: unreadable, revision: Number(revision), secrets: readSecretsColumn(sealer, secrets) });
  });
  return all;
};

/** Creates the repository of environments. */
export const createEnvironments = ({ rows, write, leave, sealer }: Access): Environments => {
  const kept = createEnvironmentRows(sealer);
  return {
    list: (workspaceId) =>
      tryStorage('listing environments')(async () => {
        const found = await findRows(rows, environments, { workspaceId });
        return decodeReadableRows(found, kept.decode, leave);
      }),
    unreadable: (workspaceId) =>
      tryStorage('listing environments')(async () => {
        const found = await findRows(rows, environments, { workspaceId });
        return listUnreadableRows(kept, sealer, found);
      }),
    allSecrets: () =>
      tryStorage('listing secrets')(async () => {
        const found = await queryDecoded(rows, SecretRow, selectAllSecrets);
        return found.flatMap(kept.pairs);
      }),
    get: (workspaceId, id) =>
      tryStorage('reading an environment')(async () =>
        kept.decode(await readEnvironmentRow(rows, workspaceId, id)),
      ),
    create: (environment) =>
      tryStorage('creating an environment')(async () => {
        await write(async (db) => {
          await db.insert(environments, kept.toRow(environment));
          await addBoundValues(db, environment, sealer);
        });
        return environment;
      }),
    change: (workspaceId, id, changes, at) =>
      tryStorage('changing an environment')(() =>
        write(async (db) => {
          const row = await readEnvironmentRow(getQuery(db), workspaceId, id);
          const present = kept.decode(row);
          const next = reviseEnvironment(present, changes, at);
          if (next === present) return next;
          await storePreviousSecrets(db, workspaceId, present.secrets, next.secrets, sealer);
          await db.update(environments, { id, workspaceId }, kept.toRow(next, row.secrets));
          await addBoundValues(db, next, sealer);
          return next;
        }),
      ),
    replace: (next, expected, plain) =>
      tryStorage('changing an environment')(() =>
        write(replaceEnvironment(kept, sealer, next, { expected, plain })),
      ),
    remove: (workspaceId, id, expected) =>
      tryStorage('deleting an environment')(() =>
        write(removeEnvironment(kept, sealer, workspaceId, id, expected)),
      ),
  };
};
