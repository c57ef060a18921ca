import {
  type Activities,
  Activity,
  type ActivityLimits,
  type ActivityQuery,
  type NewActivity,
  createCursorError,
  getActivityCutoff,
  toActivitySearchText,
  type WorkspaceId,
} from '@tandem/core';
import { stringifyJson, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import type { Access, Dialect } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  getQuery,
  parseJsonColumn,
  queryDecoded,
  select,
  tryParseJson,
  tryStorage,
} from '../rows/stored-rows.js';
import { activities, type RowOf } from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';

type ActivityRow = RowOf<typeof activities>;

const decodeRow = decodeStoredRow('activity', Activity, []);

const LastPosition = struct('the position of a row', {
  position: t.union([t.number, t.null], 'a number or null'),
});
const Caller = struct('who changed something', { by: t.string });

/** Converts a row to an entry, whose id is the position of the row. */
const toActivity = (row: Pick<ActivityRow, 'position' | 'activity'>): Activity => {
  const id = String(row.position);
  return decodeRow({ ...parseJsonColumn(row, 'activity'), id }, { id });
};

const createNotFound = (id: string) => new Refusal({ kind: 'not-found', entity: 'activity', ref: id });

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Converts an entry to a row. */
const toActivityRow = (
  { seal }: Sealer,
  { activity, restores }: NewActivity,
): Omit<ActivityRow, 'position'> => {
  const text = stringifyJson({ ...activity, id: undefined });
  const aside = stringifyJson(restores);
  return {
    workspaceId: activity.workspaceId,
    by: activity.by ?? null,
    entity: activity.entity,
    entityId: activity.entityId,
    kind: activity.kind ?? null,
    session: activity.session ?? null,
    groupId: activity.group ?? null,
    at: activity.at,
    searched: toActivitySearchText(activity),
    length: text.length + aside.length,
    activity: text,
    restores: seal(aside),
  };
};

/** Maximum number of rows per statement. */
const maxRowsPerInsert = 100;

/** How much was added to a workspace's activity since its oldest entries were last dropped, and when that was. */
interface ActivityGrowth {
  readonly entries: number;
  readonly length: number;
  readonly at: number;
}

/** The growth of each workspace, by database. */
const growthByDatabase = new WeakMap<object, Map<WorkspaceId, ActivityGrowth>>();

/** The fraction of a limit by which entries may exceed it before they are dropped. */
const tolerance = 0.02;
const hourMs = 60 * 60 * 1_000;

const getLastTime = (entries: readonly NewActivity[]): number =>
  Date.parse(entries.at(-1)?.activity.at ?? '');

/** The time before which entries are dropped, counted back from the newest of `entries`. */
const findOldestTime = (entries: readonly NewActivity[], limits: ActivityLimits): string => {
  const at = entries.at(-1)?.activity.at;
  return at === undefined ? '' : getActivityCutoff(at, limits);
};

/**
 * Says whether to look for entries beyond the limits now. Looking takes longer the more entries there are, so it is only done for the first
 * entry of this process, after an hour, and when the added entries could exceed the tolerance.
 */
const isDropDue = (
  { connection }: EntityManager,
  workspaceId: WorkspaceId,
  entries: readonly NewActivity[],
  length: number,
  limits: ActivityLimits,
): boolean => {
  const known = growthByDatabase.get(connection) ?? new Map<WorkspaceId, ActivityGrowth>();
  growthByDatabase.set(connection, known);
  const before = known.get(workspaceId);
  const now = {
    entries: (before?.entries ?? 0) + entries.length,
    length: (before?.length ?? 0) + length,
    at: before?.at ?? getLastTime(entries),
  };
  const isRoom =
    before !== undefined &&
    now.entries <= tolerance * limits.entries &&
    now.length <= tolerance * limits.length &&
    Math.abs(getLastTime(entries) - now.at) < hourMs;
  known.set(workspaceId, isRoom ? now : { entries: 0, length: 0, at: getLastTime(entries) });
  return !isRoom;
};

/** Drops the oldest rows. The index contains the lengths, so the rows themselves are not read. */
const dropOldestActivities = async (
  db: EntityManager,
  workspaceId: WorkspaceId,
  limits: ActivityLimits,
  oldest: string,
): Promise<void> => {
  const [first] = await queryDecoded(
    getQuery(db),
    LastPosition,
    `SELECT max("position") AS "position" FROM (
       SELECT "position", "at", row_number() OVER newest AS "place", sum("length") OVER newest AS "total"
       FROM "activities" WHERE "workspaceId" = $1 WINDOW newest AS (ORDER BY "position" DESC)
     ) AS "placed" WHERE "place" > $2 OR "total" > $3 OR "at" < $4`,
    [workspaceId, limits.entries, limits.length, oldest],
  );
  if (first?.position == null) return;
  await db.query(`DELETE FROM "activities" WHERE "workspaceId" = $1 AND "position" <= $2`, [
    workspaceId,
    first.position,
  ]);
};

const findActivities = async (
  db: EntityManager,
  dialect: Dialect,
  workspaceId: WorkspaceId,
  { by, kind, session, group, since, newerThan, entity, entityId, search = '', take, after }: ActivityQuery,
): Promise<readonly Pick<ActivityRow, 'position' | 'activity'>[]> => {
  for (const one of [after, newerThan])
    if (one !== undefined && !isId(one)) throw new Refusal(createCursorError(one));
  const conditions = (
    [
      [(parameter: string) => `"position" < ${parameter}`, after],
      [(parameter: string) => `"position" > ${parameter}`, newerThan],
      [(parameter: string) => `"at" >= ${parameter}`, since],
      [(parameter: string) => `"by" = ${parameter}`, by],
      [(parameter: string) => `"kind" = ${parameter}`, kind],
      [(parameter: string) => `"session" = ${parameter}`, session],
      [(parameter: string) => `"groupId" = ${parameter}`, group],
      [(parameter: string) => `"entity" = ${parameter}`, entity],
      [(parameter: string) => `"entityId" = ${parameter}`, entityId],
      [
        (parameter: string) => `${dialect.find('"searched"', parameter)} > 0`,
        search === '' ? undefined : search.toLowerCase(),
      ],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [[sql, value] as const]));
  const where = ['"workspaceId" = $1', ...conditions.map(([sql], index) => sql(`$${index + 2}`))];
  const rest = `WHERE ${where.join(' AND ')} ORDER BY "position" DESC LIMIT ${take + 1}`;
  const values = conditions.map(([, value]) => value);
  return select(getQuery(db), activities, ['position', 'activity'], rest, [workspaceId, ...values]);
};

/** Creates the repository of the activity of workspaces. */
export const createActivities = ({ read, write, leave, dialect, sealer }: Access): Activities => ({
  add: (workspaceId, entries, limits) =>
    tryStorage('keeping the activity')(() =>
      write(async (db) => {
        const newest = limits.entries === 0 ? [] : entries.slice(-limits.entries);
        const rows = newest.map((entry) => toActivityRow(sealer, entry));
        for (let at = 0; at < rows.length; at += maxRowsPerInsert)
          await db.insert(activities, rows.slice(at, at + maxRowsPerInsert));
        const length = rows.reduce((sum, row) => sum + row.length, 0);
        if (isDropDue(db, workspaceId, newest, length, limits))
          await dropOldestActivities(db, workspaceId, limits, findOldestTime(newest, limits));
      }),
    ),
  list: (workspaceId, query) =>
    tryStorage('listing the activity')(async () => {
      const { take } = query;
      const rows = await read((db) => findActivities(db, dialect, workspaceId, query));
      const page = rows.slice(0, take);
      const last = rows.length > take ? page.at(-1) : undefined;
      const items = decodeReadableRows(page, toActivity, leave);
      return last === undefined ? { items } : { items, next: String(last.position) };
    }),
  callers: (workspaceId) =>
    tryStorage('listing who changed something')(async () => {
      const sql = `SELECT DISTINCT "by" FROM "activities" WHERE "workspaceId" = $1 AND "by" IS NOT NULL ORDER BY "by"`;
      const rows = await read((db) => queryDecoded(getQuery(db), Caller, sql, [workspaceId]));
      return rows.map(({ by }) => by);
    }),
  get: (workspaceId, id) =>
    tryStorage('reading the activity')(async () => {
      const row = isId(id)
        ? await read((db) => db.findOneBy(activities, { workspaceId, position: Number(id) }))
        : null;
      if (row === null) throw createNotFound(id);
      const restores = tryParseJson(sealer.open(row.restores));
      return { activity: toActivity(row), restores: E.isRight(restores) ? restores.right : null };
    }),
  replace: (entry) =>
    tryStorage('changing the activity')(async () => {
      const { id, workspaceId } = entry.activity;
      const where = { position: isId(id) ? Number(id) : -1, workspaceId };
      const { affected } = await write((db) => db.update(activities, where, toActivityRow(sealer, entry)));
      if (affected === 0) throw createNotFound(id);
    }),
});
