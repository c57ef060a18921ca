import { type AppError, createCursorError } from '../errors.js';
import {
  type ExecutionSummary,
  getExecutionOutcome,
  toExecutionSearchText,
} from '../executions/stored-execution.js';
import { E, pipe } from '../fp.js';
import type { ExecutionQuery, Executions, Runs } from '../ports/repositories.js';
import { toRunSummary } from '../runs/run.js';
import {
  createIntegrityError,
  createNotFoundError,
  type ExecutionRow,
  type MemoryAccess,
  type Rows,
  setEntry,
} from './rows.js';

/** Creates an in-memory repository of run reports. */
export const createMemoryRuns = ({ read, write }: MemoryAccess): Runs => ({
  add: (workspaceId, report, maxReports) =>
    write((rows) => {
      const present = rows.runs.get(workspaceId) ?? [];
      if (!rows.workspaces.has(workspaceId) || present.some(({ id }) => id === report.id))
        return E.left(createIntegrityError('storing a run', 'the workspace is not there or the id is taken'));
      const kept = maxReports === 0 ? [] : [...present, report].slice(-maxReports);
      return E.right([undefined, { ...rows, runs: setEntry(rows.runs, workspaceId, kept) }]);
    }),
  list: (workspaceId) =>
    read((rows) => E.right((rows.runs.get(workspaceId) ?? []).map(toRunSummary).reverse())),
  get: (workspaceId, id) =>
    read((rows) => {
      const found = rows.runs.get(workspaceId)?.find((one) => one.id === id);
      return found === undefined ? E.left(createNotFoundError('run', id)) : E.right(found);
    }),
});

const listExecutionRows = (rows: Rows, workspaceId: string): readonly ExecutionRow[] =>
  [...rows.executions.values()]
    .filter(({ execution }) => execution.workspaceId === workspaceId)
    .sort((a, b) => b.position - a.position);

const findExecutionRow = (rows: Rows, workspaceId: string, id: string): E.Either<AppError, ExecutionRow> => {
  const one = rows.executions.get(id);
  return one?.execution.workspaceId === workspaceId
    ? E.right(one)
    : E.left(createNotFoundError('execution', id));
};

/**
 * A search must match both the stored text of an execution and the redacted text that the caller sees. Otherwise a search could guess a
 * secret.
 */
const isFound = (
  summary: ExecutionSummary,
  { search = '', shown = (text) => text }: ExecutionQuery,
): boolean => {
  const wanted = search.toLowerCase();
  const { name, url } = summary;
  return [
    toExecutionSearchText(summary),
    toExecutionSearchText({ name: shown(name), url: shown(url) }),
  ].every((text) => text.includes(wanted));
};

const isWanted = (summary: ExecutionSummary, query: ExecutionQuery): boolean => {
  const { requestId, status, outcome, by, since = '' } = query;
  const [from, to] = status ?? [];
  return (
    (requestId === undefined || summary.requestId === requestId) &&
    (from === undefined ||
      (summary.status !== null && summary.status >= from && summary.status <= (to ?? from))) &&
    (outcome === undefined || getExecutionOutcome(summary) === outcome) &&
    (by === undefined || summary.by === by) &&
    summary.startedAt >= since &&
    isFound(summary, query)
  );
};

/** Counts the newer executions of the same request. */
const countNewerExecutions = (
  { execution }: ExecutionRow,
  at: number,
  all: readonly ExecutionRow[],
): number =>
  all.slice(0, at).filter((one) => one.execution.summary.requestId === execution.summary.requestId).length;

const readExecutions = ({
  read,
}: MemoryAccess): Pick<
  Executions,
  'list' | 'count' | 'latest' | 'callers' | 'get' | 'body' | 'workspaceOf'
> => ({
  list: (workspaceId, query) =>
    read((rows) => {
      const { take, after } = query;
      if (after !== undefined && !/^\d{1,15}$/.test(after)) {
        return E.left(createCursorError(after));
      }
      const all = listExecutionRows(rows, workspaceId)
        .filter(({ execution }) => isWanted(execution.summary, query))
        .filter(({ position }) => after === undefined || position < Number(after));
      const page = all.slice(0, take);
      const last = all.length > take ? page.at(-1) : undefined;
      const items = page.map(({ execution }) => execution.summary);
      return E.right(last === undefined ? { items } : { items, next: String(last.position) });
    }),
  count: (workspaceId) => read((rows) => E.right(listExecutionRows(rows, workspaceId).length)),
  latest: (workspaceId) =>
    read((rows) => {
      const oldestFirst = [...listExecutionRows(rows, workspaceId)].reverse();
      const byRequest = oldestFirst.map(
        ({ execution: { summary } }) => [summary.requestId, summary] as const,
      );
      return E.right([...new Map(byRequest).values()]);
    }),
  callers: (workspaceId) =>
    read((rows) => {
      const names = listExecutionRows(rows, workspaceId).flatMap(
        ({ execution: { summary } }) => summary.by ?? [],
      );
      return E.right([...new Set(names)].sort());
    }),
  get: (workspaceId, id) =>
    read((rows) =>
      pipe(
        findExecutionRow(rows, workspaceId, id),
        E.map(({ execution }) => execution),
      ),
    ),
  body: (workspaceId, id) =>
    read((rows) =>
      pipe(
        findExecutionRow(rows, workspaceId, id),
        E.map(({ body }) => body),
      ),
    ),
  workspaceOf: (id) =>
    read((rows) => {
      const one = rows.executions.get(id);
      return one === undefined
        ? E.left(createNotFoundError('execution', id))
        : E.right(one.execution.workspaceId);
    }),
});

const writeExecutions = ({
  write,
}: MemoryAccess): Omit<
  Executions,
  'list' | 'count' | 'latest' | 'callers' | 'get' | 'body' | 'workspaceOf'
> => ({
  add: (execution, body, maxExecutions, maxOfRequest = 0) =>
    write((rows) => {
      const { id } = execution.summary;
      if (!rows.workspaces.has(execution.workspaceId) || rows.executions.has(id)) {
        return E.left(
          createIntegrityError('keeping an execution', 'the workspace is not there or the id is taken'),
        );
      }
      const position = 1 + Math.max(0, ...[...rows.executions.values()].map((one) => one.position));
      const next = { ...rows, executions: setEntry(rows.executions, id, { position, execution, body }) };
      const gone = new Set(
        listExecutionRows(next, execution.workspaceId).filter(
          (one, at, all) => at >= maxExecutions && countNewerExecutions(one, at, all) >= maxOfRequest,
        ),
      );
      const executions = new Map([...next.executions].filter(([, one]) => !gone.has(one)));
      return E.right([execution, { ...next, executions }]);
    }),
});

/** Creates an in-memory execution repository. */
export const createMemoryExecutions = (access: MemoryAccess): Executions => ({
  ...readExecutions(access),
  ...writeExecutions(access),
});
