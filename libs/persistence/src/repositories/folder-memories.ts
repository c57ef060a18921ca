import type {
  EnvironmentId,
  FolderBase,
  FolderKind,
  FolderMemories,
  Guard,
  PlannedWrite,
  RetiredEnvironment,
} from '@tandem/core';

import type { Access } from '../access.js';
import { findRows, getQuery, select, tryStorage } from '../rows/stored-rows.js';
import {
  folderBases,
  folderPlanned,
  folderRemovals,
  retiredEnvironments,
  type RowOf,
} from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';
import { readSecretsColumn, writeSecretsColumn } from './secret-bindings.js';

const keepLastOfEachPath = <A extends { readonly path: string }>(all: readonly A[]): readonly A[] => [
  ...new Map(all.map((one) => [one.path, one])).values(),
];

/** Creates a repository of the files that a synchronization is about to write. */
const createPlannedWrites = ({
  read,
  write,
  dialect,
}: Pick<Access, 'read' | 'write' | 'dialect'>): Pick<
  FolderMemories,
  'planned' | 'note' | 'forgetPlanned'
> => ({
  planned: (workspaceId) =>
    tryStorage('reading the planned writes of a folder')(async () => {
      const rows = await read((db) => findRows(getQuery(db), folderPlanned, { workspaceId }));
      return rows.map(({ planned }) => JSON.parse(planned) as PlannedWrite);
    }),
  note: (workspaceId, planned) =>
    tryStorage('storing the planned writes of a folder')(() =>
      // One statement stores all rows, because TypeORM takes longer per row than SQLite.
      write((db) =>
        db.query(
          `INSERT INTO "folder_planned" ("workspaceId", "path", "id", "planned")
           SELECT $1, value ->> 'path', value ->> 'id', value FROM ${dialect.elements('$2')} WHERE true
           ON CONFLICT ("workspaceId", "path") DO UPDATE SET "id" = excluded."id", "planned" = excluded."planned"`,
          [workspaceId, JSON.stringify(keepLastOfEachPath(planned))],
        ),
      ),
    ),
  forgetPlanned: (workspaceId, ids) =>
    tryStorage('removing the planned writes of a folder')(() =>
      write((db) =>
        ids === null
          ? db.query('DELETE FROM "folder_planned" WHERE "workspaceId" = $1', [workspaceId])
          : db.query(
              `DELETE FROM "folder_planned" WHERE "workspaceId" = $1 AND "id" IN (SELECT value FROM ${dialect.texts('$2')})`,
              [workspaceId, JSON.stringify(ids)],
            ),
      ),
    ),
});

/** Maximum number of rows per statement, because databases limit its parameters. */
const maxRowsPerInsert = 500;

const splitIntoChunks = <A>(all: readonly A[]): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(all.length / maxRowsPerInsert) }, (_, index) =>
    all.slice(index * maxRowsPerInsert, (index + 1) * maxRowsPerInsert),
  );

/** The columns of a stored base. Only Tandem writes them, so they are not checked, and the fields stay JSON until they are needed. */
const baseColumns = [
  'id',
  'kind',
  'path',
  'folder',
  'fileHash',
  'scriptHash',
  'revision',
  'seq',
  'settled',
  'searched',
  'fields',
] as const;

const toFolderBase = (row: Pick<RowOf<typeof folderBases>, (typeof baseColumns)[number]>): FolderBase => ({
  ...row,
  kind: row.kind as FolderKind,
  settled: Boolean(row.settled),
});

const toRetiredEnvironment = (
  sealer: Sealer,
  { id, secrets, wasActive, guard }: RowOf<typeof retiredEnvironments>,
): RetiredEnvironment => {
  const limits = JSON.parse(guard) as Guard | null;
  return {
    id: id as EnvironmentId,
    secrets: readSecretsColumn(sealer, secrets),
    wasActive: Boolean(wasActive),
    ...(limits === null ? {} : { guard: limits }),
  };
};

/** Selects the bases that have fields. A base without fields is not a common ancestor, and the planner treats it like a missing base. */
const selectBases = (dialect: Access['dialect'], condition: string): string =>
  `WHERE ${condition} AND ${dialect.isJson('"fields"')}`;

const createBaseReader =
  ({ read, dialect }: Pick<Access, 'read' | 'dialect'>): FolderMemories['base'] =>
  (workspaceId, id) =>
    tryStorage('reading the synchronization state of a folder')(async () => {
      const where = selectBases(dialect, '"workspaceId" = $1 AND "id" = $2');
      const [row] = await read((db) =>
        select(getQuery(db), folderBases, baseColumns, where, [workspaceId, id]),
      );
      return row === undefined ? null : toFolderBase(row);
    });

/** Creates the repository of what the last synchronization of each workspace remembers. */
export const createFolderMemories = ({ read, write, dialect, sealer }: Access): FolderMemories => ({
  ...createPlannedWrites({ read, write, dialect }),
  get: (workspaceId) =>
    tryStorage('reading the synchronization state of a folder')(() =>
      read(async (db) => {
        // A synchronization reads thousands of rows, for which TypeORM's entities take longer than the query.
        const where = selectBases(dialect, '"workspaceId" = $1');
        const bases = await select(getQuery(db), folderBases, baseColumns, where, [workspaceId]);
        const removals = await db.find(folderRemovals, { where: { workspaceId }, order: { path: 'ASC' } });
        return {
          bases: bases.map(toFolderBase),
          removals: removals.map(({ path, hash }) => ({ path, hash })),
        };
      }),
    ),
  base: createBaseReader({ read, dialect }),
  change: (workspaceId, { put, forget, removals }) =>
    tryStorage('remembering a folder')(() =>
      write(async (db) => {
        for (const ids of splitIntoChunks(forget))
          await db
            .createQueryBuilder()
            .delete()
            .from(folderBases)
            .where({ workspaceId })
            .andWhere('id IN (:...ids)', { ids })
            .execute();
        for (const bases of splitIntoChunks(put))
          await db.upsert(
            folderBases,
            bases.map((base) => ({ workspaceId, ...base })),
            ['workspaceId', 'id'],
          );
        if (removals === null) return;
        await db.delete(folderRemovals, { workspaceId });
        for (const some of splitIntoChunks(keepLastOfEachPath(removals)))
          await db.insert(
            folderRemovals,
            some.map((removal) => ({ workspaceId, ...removal })),
          );
      }),
    ),
  retired: (workspaceId) =>
    tryStorage('reading the secrets set aside for a folder')(async () => {
      const rows = await read((db) => findRows(getQuery(db), retiredEnvironments, { workspaceId }));
      return rows.map((row) => toRetiredEnvironment(sealer, row));
    }),
  retire: (workspaceId, { id, secrets, wasActive, guard = null }) =>
    tryStorage('storing the secrets set aside for a folder')(() =>
      write(async (db) => {
        await db.delete(retiredEnvironments, { workspaceId, id });
        if (secrets.length === 0 && !wasActive && guard === null) return;
        const kept = { secrets: writeSecretsColumn(sealer, secrets), guard: JSON.stringify(guard) };
        await db.insert(retiredEnvironments, { workspaceId, id, wasActive, ...kept });
      }),
    ),
});
