import {
  createCursorError,
  type ListQuery,
  type Page,
  type RequestKind,
  type RequestNoun,
  type RequestRepositories,
  type RequestSummary,
  createRequestRepositories,
  type SavedRequest,
  type SavedRequests,
  type WorkspaceId,
} from '@tandem/core';
import type { t } from '@tandem/core/codec';
import type { EntityManager, EntitySchema } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  findRow,
  getQuery,
  memoizeByRow,
  quoteTableName,
  type RowQuery,
  select,
  toRow,
  tryStorage,
  type UndecodedRow,
} from '../rows/stored-rows.js';
import { type RequestRow, requestTables } from '../schema/tables.js';
import {
  createHitCondition,
  filterHits,
  getBatchSize,
  selectSearchedColumns,
  summaryColumns,
} from './request-pages.js';

/** One kind of saved request: its table, its codecs and how its columns are written. */
interface Kind<A, S> {
  readonly entity: RequestNoun;
  readonly table: EntitySchema<RequestRow>;
  readonly codec: t.Type<A, unknown>;
  readonly summary: t.Type<S, unknown>;
  /** Columns that contain JSON. */
  readonly json: readonly string[];
  /** The SQL expressions over the table `r` that give the fields of a summary. */
  readonly summaryColumns: Readonly<Record<keyof RequestSummary, string>>;
}

/** Decodes the request of a row, without the columns that only lists use. */
const getRequest = <A extends object, S>({ entity, codec, json }: Kind<A, S>): ((row: UndecodedRow) => A) => {
  const decode = decodeStoredRow(entity, codec, json);
  return memoizeByRow(({ searched: _, seq: _seq, ...stored }) => decode(stored));
};

const loadRequest =
  <A, S>({ entity, table }: Kind<A, S>, read: (row: UndecodedRow) => A) =>
  (workspaceId: WorkspaceId, id: string) =>
  async (query: RowQuery): Promise<A> => {
    const row = await findRow(query, table, { id, workspaceId });
    if (row === undefined) throw new Refusal({ kind: 'not-found', entity, ref: id });
    return read(row);
  };

/** The columns that contain JSON for every kind of request. */
const commonJsonColumns = [
  'headers',
  'auth',
  'requestVariables',
  'tags',
  'needs',
  'foreign',
  'settings',
] as const;

/** Converts a request to a row. Adds its name and URL in lower case for searches, because SQLite ignores case for ASCII only. */
const toRequestRow = (request: SavedRequest, json: readonly string[]): Omit<RequestRow, 'seq'> => ({
  // `json` lists these columns and those of the request's kind.
  ...toRow(request, json as typeof commonJsonColumns),
  searched: `${request.name}\n${request.url}`.toLowerCase(),
});

/** The position after which a page starts: a folder, and a row in it. */
type Position = readonly [folder: string, row: number];

const toCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

const parseCursor = (cursor: string): Position => {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(position) && typeof position[0] === 'string' && Number.isSafeInteger(position[1]))
      return [position[0], Number(position[1])];
  } catch {
    // The text is not a valid cursor.
  }
  throw new Refusal(createCursorError(cursor));
};

const createSelection = <A, S>(
  { table, summaryColumns }: Kind<A, S>,
  { dialect }: Pick<Access, 'dialect'>,
  db: EntityManager,
  workspaceId: WorkspaceId,
  { folder = '', tag, search = '', after, take }: ListQuery,
) => {
  const columns = Object.entries(summaryColumns).map(([name, sql]) => `${sql} AS ${name}`);
  const rows = db
    .createQueryBuilder(table, 'r')
    .select([...columns, ...selectSearchedColumns(table, { search }), 'r.position AS position'])
    .where('r.workspaceId = :workspaceId', { workspaceId });
  const within = folder.replace(/^\/+|\/+$/g, '');
  if (within !== '') {
    // The character after the slash ends the range of everything in the folder.
    const range = { within, from: `${within}/`, to: `${within}0` };
    rows.andWhere('(r.folder = :within OR (r.folder >= :from AND r.folder < :to))', range);
  }
  // The JSON of the list contains each tag in quotes, so a part of another tag never matches.
  if (tag !== undefined) rows.andWhere(`${dialect.find('r.tags', ':tag')} > 0`, { tag: JSON.stringify(tag) });
  const condition = createHitCondition({ table, summaryColumns }, dialect, { search });
  if (condition) rows.andWhere(...condition);
  if (after !== undefined) {
    const [at, position] = parseCursor(after);
    rows.andWhere('(r.folder > :at OR (r.folder = :at AND r.position > :position))', { at, position });
  }
  return rows.orderBy('r.folder').addOrderBy('r.position').limit(getBatchSize({ search, take }));
};

const toRowCursor = ({ folder, position }: UndecodedRow): string =>
  toCursor([String(folder), Number(position)]);

/** Reads the rows of a page, and at least one more row if there is one. */
const readPageRows = async <A, S>(
  kind: Kind<A, S>,
  access: Pick<Access, 'dialect'>,
  db: EntityManager,
  workspaceId: WorkspaceId,
  query: ListQuery,
): Promise<readonly UndecodedRow[]> => {
  const found: UndecodedRow[] = [];
  let after = query.after;
  for (;;) {
    const from = after === undefined ? query : { ...query, after };
    const rows = await createSelection(kind, access, db, workspaceId, from).getRawMany<UndecodedRow>();
    found.push(...(await filterHits(rows, kind.json, query)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < getBatchSize(query) || found.length > query.take) return found;
    after = toRowCursor(last);
  }
};

const readPage = async <A, S>(
  kind: Kind<A, S>,
  access: Pick<Access, 'dialect' | 'leave'>,
  db: EntityManager,
  workspaceId: WorkspaceId,
  query: ListQuery,
): Promise<Page<S>> => {
  const rows = await readPageRows(kind, access, db, workspaceId, query);
  const taken = rows.slice(0, query.take);
  const last = rows.length > query.take ? taken.at(-1) : undefined;
  const summaryOf = ({ position: _, ...row }: UndecodedRow) =>
    decodeStoredRow(kind.entity, kind.summary, [])(row);
  const items = decodeReadableRows(taken, summaryOf, access.leave);
  return last === undefined ? { items } : { items, next: toRowCursor(last) };
};

/** Maximum number of rows per query. Other work can run between two queries. */
export const rowsPerQuery = 250;

/** Reads a workspace's requests in creation order: all of them, or those with the `ids`. */
async function* readAllRequests(
  { read, dialect }: Pick<Access, 'read' | 'dialect'>,
  table: EntitySchema<RequestRow>,
  workspaceId: string,
  ids: readonly string[] | undefined,
): AsyncGenerator<readonly UndecodedRow[]> {
  const selected = [...Object.keys(table.options.columns), 'position']
    .map((column) => `"${column}"`)
    .join(', ');
  const some = ids === undefined ? '' : `AND "id" IN (SELECT value FROM ${dialect.texts('$3')})`;
  const given = ids === undefined ? [] : [JSON.stringify(ids)];
  // A workspace has thousands of requests, for which TypeORM's entities take longer than the query.
  const sql = `SELECT ${selected} FROM ${quoteTableName(table)} WHERE "workspaceId" = $1 AND "position" > $2 ${some}
    ORDER BY "position" LIMIT ${rowsPerQuery}`;
  let after = 0;
  for (;;) {
    const from = after;
    const rows = await read((db) => getQuery(db)(sql, [workspaceId, from, ...given]));
    yield rows.map(({ position: _, ...row }) => row);
    if (rows.length < rowsPerQuery) return;
    after = Number(rows.at(-1)?.position);
  }
}

const createConflict = (present: SavedRequest, expected: number) =>
  new Refusal({ kind: 'revision-conflict', expected, present });

const createSavedRequests =
  <A extends SavedRequest, S>(
    kind: Kind<A, S>,
    readRow = getRequest(kind),
    loadBy = loadRequest(kind, readRow),
  ) =>
  ({ read, rows, write, leave, dialect }: Access): SavedRequests<A, S> => ({
    list: (workspaceId, query) =>
      tryStorage('listing requests')(() =>
        read((db) => readPage(kind, { leave, dialect }, db, workspaceId, query)),
      ),
    count: (workspaceId) =>
      tryStorage('counting requests')(() => read((db) => db.countBy(kind.table, { workspaceId }))),
    heads: (workspaceId) =>
      tryStorage('reading revisions')(() =>
        read((db) =>
          select(
            getQuery(db),
            kind.table,
            ['id', 'revision', 'seq'],
            `WHERE "workspaceId" = $1 ORDER BY "position"`,
            [workspaceId],
          ),
        ),
      ),
    all: (workspaceId, ids) =>
      tryStorage('reading requests')(async () => {
        const found: A[] = [];
        for await (const some of readAllRequests({ read, dialect }, kind.table, workspaceId, ids))
          found.push(...decodeReadableRows(some, readRow, leave));
        return found;
      }),
    get: (workspaceId, id) => tryStorage('reading a request')(() => loadBy(workspaceId, id)(rows)),
    create: (request, seq = null) =>
      tryStorage('creating a request')(async () => {
        await write((db) => db.insert(kind.table, { ...toRequestRow(request, kind.json), seq }));
        return request;
      }),
    replace: (next, expected, seq) =>
      tryStorage('changing a request')(() =>
        write(async (db) => {
          const { id, workspaceId } = next;
          const { affected } = await db.update(
            kind.table,
            { id, workspaceId, revision: expected },
            { ...toRequestRow(next, kind.json), ...(seq === undefined ? {} : { seq }) },
          );
          if (affected === 0) throw createConflict(await loadBy(workspaceId, id)(getQuery(db)), expected);
          return next;
        }),
      ),
    remove: (workspaceId, id, expected) =>
      tryStorage('deleting a request')(() =>
        write(async (db) => {
          const at = expected === undefined ? {} : { revision: expected };
          // A row that cannot be read can still be deleted.
          const { affected } = await db.delete(kind.table, { id, workspaceId, ...at });
          if (affected === 0)
            throw createConflict(await loadBy(workspaceId, id)(getQuery(db)), expected ?? 0);
        }),
      ),
  });

/** How requests of each kind are stored. */
const storageByKind: Readonly<Record<RequestKind, Pick<Kind<never, never>, 'json' | 'summaryColumns'>>> = {
  rest: {
    json: [...commonJsonColumns, 'pathParams', 'queryParams', 'body', 'examples'],
    summaryColumns: summaryColumns.rest,
  },
  graphql: {
    json: [...commonJsonColumns, 'variables'],
    summaryColumns: summaryColumns.graphql,
  },
};

/** Creates a repository for each kind of saved request. */
export const createRequests = (access: Access): RequestRepositories =>
  createRequestRepositories((kind, { noun: entity, codec, summary }) =>
    createSavedRequests({ entity, codec, summary, table: requestTables[kind], ...storageByKind[kind] })(
      access,
    ),
  );
