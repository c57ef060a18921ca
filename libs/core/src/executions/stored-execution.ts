import { Int, oneOf, struct, t, taggedUnion } from '../codec/index.js';
import { type ActivityLimits } from '../activity/activity.js';
import { ExecutionResult, Origins, UsedEnvironment } from './execution.js';
import { ExecutionId, WorkspaceId } from '../ids.js';
import { requestKindList } from '../requests/request-kind.js';

/** An execution as shown in lists. Times are ISO 8601 in UTC, durations are in milliseconds. */
export const ExecutionSummary = struct(
  'an execution summary',
  {
    id: ExecutionId,
    kind: oneOf(...requestKindList),
    requestId: t.string,
    name: t.string,
    method: t.string,
    url: t.string,
    status: t.union([Int, t.null]),
    error: t.union([t.string, t.null], 'a code or null'),
    testsPassed: Int,
    testsFailed: Int,
    startedAt: t.string,
    durationMs: t.number,
  },
  {
    /** Present if `onResponse` or `onTest` failed. */
    handlerFailed: t.literal(true),
    /** The caller's name, if provided. */
    by: t.string,
    /** Missing only in executions stored by an earlier version. */
    environment: UsedEnvironment,
  },
);
export type ExecutionSummary = t.TypeOf<typeof ExecutionSummary>;

/** The outcome of an execution. `ran` means that there were no tests; `cancelled` includes requests that their script skipped. */
export const ExecutionOutcome = oneOf('passed', 'failed', 'cancelled', 'ran');
export type ExecutionOutcome = t.TypeOf<typeof ExecutionOutcome>;

/** The outcome of an execution. An error takes precedence over a failed handler, and a failed handler over the test results. */
export const getExecutionOutcome = ({
  error,
  handlerFailed,
  testsPassed,
  testsFailed,
}: Pick<ExecutionSummary, 'error' | 'handlerFailed' | 'testsPassed' | 'testsFailed'>): ExecutionOutcome => {
  if (error === 'CANCELLED' || error === 'SKIPPED') return 'cancelled';
  if (error !== null || handlerFailed === true || testsFailed > 0) return 'failed';
  return testsPassed > 0 ? 'passed' : 'ran';
};

/** The searchable text of a history entry, in lowercase. */
export const toExecutionSearchText = ({ name, url }: Pick<ExecutionSummary, 'name' | 'url'>): string =>
  `${name}\n${url}`.toLowerCase();

const SentHeader = struct('a header as it was sent', { name: t.string, value: t.string });

/** A request's body as stored: the parts of a multipart body, or a file's path in the workspace folder. */
export const SentBody = taggedUnion('a body as it was sent', 'type', {
  none: [{}, {}],
  text: [{ text: t.string, truncated: t.boolean }, {}],
  multipart: [
    {
      parts: t.readonlyArray(
        struct(
          'a part as it was sent',
          { name: t.string, value: t.string, isFile: t.boolean },
          { filename: t.string, contentType: t.string, headers: t.readonlyArray(SentHeader) },
        ),
      ),
    },
    {},
  ],
  file: [{ file: t.string }, {}],
});
export type SentBody = t.TypeOf<typeof SentBody>;
/** A part of a multipart body, as the history stores it. */
export type SentPart = Extract<SentBody, { readonly type: 'multipart' }>['parts'][number];

/** A followed redirect. */
export const Redirect = struct(
  'a redirect',
  {
    /** The redirected request. */
    method: t.string,
    url: t.string,
    status: Int,
    /** Milliseconds from sending that request to the redirect. */
    time: t.number,
    /** The method of the next request. */
    nextMethod: t.string,
    /** The names of the headers that are not sent again with the next request. */
    droppedHeaders: t.readonlyArray(t.string),
  },
  /** The URL of the next request. Missing only in executions stored by an earlier version. */
  { location: t.string },
);
export type Redirect = t.TypeOf<typeof Redirect>;

/** Timings of the last request, in milliseconds. Phases that did not happen are missing. */
export const NetworkTimes = struct(
  'the times of a request',
  {
    /** Time until the response headers arrived, without the time to connect. */
    waiting: t.number,
    /** Time from the response headers to the last byte of the body. */
    download: t.number,
  },
  {
    /** DNS lookup for a new connection. */
    dns: t.number,
    /** Opening a new connection. */
    connect: t.number,
    tls: t.number,
  },
);
export type NetworkTimes = t.TypeOf<typeof NetworkTimes>;

/** The headers and body that were sent, after `onRequest`. The method and URL are in the result. */
export const SentRequest = struct(
  'a request as it was sent',
  {
    headers: t.readonlyArray(SentHeader),
    body: SentBody,
  },
  {
    /** The followed redirects in order; missing if there were none. */
    redirects: t.readonlyArray(Redirect),
    times: NetworkTimes,
  },
);
export type SentRequest = t.TypeOf<typeof SentRequest>;

/** A stored execution, with all its secrets redacted. */
export const StoredExecution = struct(
  'a stored execution',
  {
    workspaceId: WorkspaceId,
    summary: ExecutionSummary,
    result: ExecutionResult,
    /** The content type of the response; empty if it had none. */
    contentType: t.string,
  },
  {
    /** The request as sent. Missing if the request was never ready to be sent. */
    sent: SentRequest,
    /** The sources of the values at each location in the request. Missing in executions stored by an earlier version. */
    origins: Origins,
  },
);
export type StoredExecution = t.TypeOf<typeof StoredExecution>;

/** The stored bytes of a response: text as UTF-8, anything else as received. */
export interface StoredBody {
  readonly kind: 'text' | 'binary';
  readonly bytes: Uint8Array;
  /** Whether the stored body is truncated. */
  readonly truncated: boolean;
}

/** Limits of a workspace's history: number of executions, minimum number per request, and bytes per body. */
export interface KeepLimits {
  readonly executions: number;
  readonly perRequest: number;
  readonly bodyBytes: number;
  /** By default {@link defaultActivityLimits}. */
  readonly activity?: ActivityLimits;
  /** Maximum number of run reports per workspace, by default {@link storedRunLimits}. */
  readonly runs?: number;
}
/** The default limits of the history. */
export const defaultKeepLimits: KeepLimits = {
  executions: 200,
  perRequest: 5,
  bodyBytes: 10 * 1024 * 1024,
};
