import {
  type AppResult,
  ExecutionId,
  ExecutionOutcome,
  getExecutionOutcome,
  type ExecutionQuery,
  ExecutionSummary,
  createInvalidInput,
  type Ports,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { withDefault, withDescription, Int, integer, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveAnyRequestId } from '../requests/request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { type Caller, redactSearchedTexts } from '../secrets/secrets.js';
import { operation, readEffects } from '../operation.js';

export const ListExecutionsArguments = struct(
  'executions_list arguments',
  { take: withDescription(withDefault(integer(1, 100), 20), 'How many') },
  {
    workspaceId: workspaceRef,
    requestId: withDescription(t.string, 'Only executions of this request'),
    search: withDescription(t.string, 'In name or URL'),
    status: withDescription(t.string, '404, 4xx, passed, failed, cancelled or ran'),
    by: withDescription(t.string, 'Caller'),
    since: withDescription(t.string, 'ISO 8601 time'),
    cursor: withDescription(t.string, 'A nextCursor'),
  },
);
export type ListExecutionsArguments = t.TypeOf<typeof ListExecutionsArguments>;

export const ExecutionList = struct(
  'a list of executions',
  { executions: t.readonlyArray(ExecutionSummary) },
  { nextCursor: t.string },
);
export type ExecutionList = t.TypeOf<typeof ExecutionList>;

export const ExecutionsOverviewQuery = struct(
  'executions_overview arguments',
  {},
  { workspaceId: workspaceRef },
);
export type ExecutionsOverviewQuery = t.TypeOf<typeof ExecutionsOverviewQuery>;

export const ExecutionsOverview = struct('the executions of a workspace', {
  /** The newest execution of each request. */
  latest: t.readonlyArray(
    struct('the newest execution of a request', {
      requestId: t.string,
      id: ExecutionId,
      status: t.union([Int, t.null]),
      outcome: ExecutionOutcome,
      startedAt: t.string,
    }),
  ),
  /** The names of the callers who executed something. */
  callers: t.readonlyArray(t.string),
});
export type ExecutionsOverview = t.TypeOf<typeof ExecutionsOverview>;

/** The request whose executions are listed. It may have been deleted, while its executions are still stored. */
const getRequest = (
  ports: Ports,
  workspaceId: WorkspaceId,
  { requestId }: Pick<ListExecutionsArguments, 'requestId'>,
): AppResult<Pick<ListExecutionsArguments, 'requestId'>> =>
  requestId === undefined
    ? TE.right({})
    : pipe(
        resolveAnyRequestId(ports, workspaceId, requestId, 'requestId'),
        TE.map((id) => ({ requestId: id })),
      );

type Filter = Pick<ExecutionQuery, 'status' | 'outcome' | 'since'>;

const parseStatusFilter = (status: string): Filter | undefined => {
  if (ExecutionOutcome.is(status)) return { outcome: status };
  if (/^[1-9]\d\d$/.test(status)) return { status: [Number(status), Number(status)] };
  const hundreds = /^([1-9])xx$/i.exec(status)?.[1];
  return hundreds === undefined
    ? undefined
    : { status: [Number(hundreds) * 100, Number(hundreds) * 100 + 99] };
};

const parseFilters = ({ status, since }: ListExecutionsArguments): AppResult<Filter> => {
  const byStatus = status === undefined ? {} : parseStatusFilter(status);
  const at = since === undefined ? undefined : Date.parse(since);
  if (byStatus === undefined) {
    const expected = 'a status such as 404 or 4xx, passed, failed, cancelled or ran';
    return TE.left(createInvalidInput('status', `must be ${expected}`, { expected, got: status }));
  }
  if (Number.isNaN(at)) {
    const expected = 'a time in ISO 8601, such as 2026-01-31T12:00:00Z';
    return TE.left(createInvalidInput('since', `must be ${expected}`, { expected, got: since }));
  }
  return TE.right({ ...byStatus, ...(at === undefined ? {} : { since: new Date(at).toISOString() }) });
};

/** Lists the executions of a workspace, newest first. */
export const listExecutions =
  (ports: Ports) =>
  (input: ListExecutionsArguments, caller: Caller = {}): AppResult<ExecutionList> => {
    const { workspaceId, cursor, status: _status, since: _since, ...query } = input;
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
      TE.bind('request', ({ workspace }) => getRequest(ports, workspace.id, query)),
      TE.bind('filters', () => parseFilters(input)),
      TE.bind('seen', ({ workspace }) => redactSearchedTexts(ports, query.search, caller, workspace.id)),
      TE.flatMap(({ workspace, request, filters, seen }) => {
        const after = cursor === undefined ? {} : { after: cursor };
        return ports.store.executions.list(workspace.id, {
          ...query,
          ...request,
          ...filters,
          ...seen,
          ...after,
        });
      }),
      TE.map(({ items, next }) => ({
        executions: items,
        ...(next === undefined ? {} : { nextCursor: next }),
      })),
    );
  };

export const executionsList = operation({
  name: 'executions_list',
  title: 'List executions',
  description: 'Newest first; the newest 200 are kept, with secrets hidden.',
  arguments: ListExecutionsArguments,
  result: ExecutionList,
  effects: readEffects,
  hints: { execution: 'Use executions_list to find ids; only the newest are kept.' },
  useCase: 'executions.list',
  run: ({ ports }) => listExecutions(ports),
});

/** Summarizes the newest execution of each request, and the callers. */
export const summarizeExecutions =
  (ports: Ports) =>
  ({ workspaceId }: ExecutionsOverviewQuery): AppResult<ExecutionsOverview> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ id }) =>
        pipe(
          TE.Do,
          TE.apS('newest', ports.store.executions.latest(id)),
          TE.apS('callers', ports.store.executions.callers(id)),
        ),
      ),
      TE.map(({ newest, callers }) => ({
        latest: newest.map((summary) => {
          const { requestId, id, status, startedAt } = summary;
          return { requestId, id, status, startedAt, outcome: getExecutionOutcome(summary) };
        }),
        callers,
      })),
    );

export const executionsOverview = operation({
  name: 'executions_overview',
  title: 'Overview of executions',
  description: 'Returns the newest execution of each request, and who has executed something.',
  arguments: ExecutionsOverviewQuery,
  result: ExecutionsOverview,
  effects: readEffects,
  audience: 'person',
  useCase: 'executions.overview',
  run: ({ ports }) => summarizeExecutions(ports),
});
