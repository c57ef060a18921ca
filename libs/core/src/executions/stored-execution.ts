import { Int, oneOf, struct, t, taggedUnion } from '../codec/index.js';
import { type ActivityLimits } from '../activity/activity.js';
import { ExecutionResult, UsedEnvironment } from './execution.js';
import { ExecutionId, WorkspaceId } from '../ids.js';
import { Origins } from './origins.js';
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
    /** Present when `onResponse` or `onTest` failed. */
    handlerFailed: t.literal(true),
    /** The name of the caller, if it gave one. */
    by: t.string,
    /** Absent only from executions that an earlier version stored. */
    environment: UsedEnvironment,
  },
);
export type ExecutionSummary = t.TypeOf<typeof ExecutionSummary>;

/** How an execution ended; `ran` is one without tests, `cancelled` also one that its script skipped. */
export const ExecutionOutcome = oneOf('passed', 'failed', 'cancelled', 'ran');
export type ExecutionOutcome = t.TypeOf<typeof ExecutionOutcome>;

/** How an execution ended: an error first, then a failed handler, then the tests. */
export const executionOutcome = ({
  error,
  handlerFailed,
  testsPassed,
  testsFailed,
}: Pick<ExecutionSummary, 'error' | 'handlerFailed' | 'testsPassed' | 'testsFailed'>): ExecutionOutcome => {
  if (error === 'CANCELLED' || error === 'SKIPPED') return 'cancelled';
  if (error !== null || handlerFailed === true || testsFailed > 0) return 'failed';
  return testsPassed > 0 ? 'passed' : 'ran';
};

/** What a search in the history looks through, in lower case. */
export const toExecutionSearchText = ({ name, url }: Pick<ExecutionSummary, 'name' | 'url'>): string =>
  `${name}\n${url}`.toLowerCase();

const SentHeader = struct('a header as it was sent', { name: t.string, value: t.string });

/** What a request carried: of a multipart body its parts, of a file its path within the workspace's folder. */
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

/** A redirect that was followed. */
export const Redirect = struct(
  'a redirect',
  {
    /** What the redirected request was sent with. */
    method: t.string,
    url: t.string,
    status: Int,
    /** Milliseconds from sending that request to the redirect. */
    time: t.number,
    /** The method of the next request. */
    nextMethod: t.string,
    /** The names of the headers that the next request left out. */
    droppedHeaders: t.readonlyArray(t.string),
  },
  /** The URL of the next request; absent only from executions that an earlier version stored. */
  { location: t.string },
);
export type Redirect = t.TypeOf<typeof Redirect>;

/** How long the parts of the last request took, in milliseconds. What did not happen is absent. */
export const NetworkTimes = struct(
  'the times of a request',
  {
    /** Until the head of the response had arrived, without the connection. */
    waiting: t.number,
    /** Until its last byte. */
    download: t.number,
  },
  {
    /** Looking up the address of a new connection. */
    dns: t.number,
    /** Opening a new connection. */
    connect: t.number,
    tls: t.number,
  },
);
export type NetworkTimes = t.TypeOf<typeof NetworkTimes>;

/** The headers and the body that a request was sent with, after `onRequest`; its method and URL are in the result. */
export const SentRequest = struct(
  'a request as it was sent',
  {
    headers: t.readonlyArray(SentHeader),
    body: SentBody,
  },
  {
    /** The redirects that were followed, in their order; absent if there were none. */
    redirects: t.readonlyArray(Redirect),
    times: NetworkTimes,
  },
);
export type SentRequest = t.TypeOf<typeof SentRequest>;

/** A stored execution; all secrets in it are hidden. */
export const StoredExecution = struct(
  'a stored execution',
  {
    workspaceId: WorkspaceId,
    summary: ExecutionSummary,
    result: ExecutionResult,
    /** Its content type; empty if the response had none. */
    contentType: t.string,
  },
  {
    /** Absent when the request was never ready to be sent. */
    sent: SentRequest,
    /** What made each place of the request; absent from executions that an earlier version stored. */
    origins: Origins,
  },
);
export type StoredExecution = t.TypeOf<typeof StoredExecution>;

/** The bytes of a response that are kept: text as UTF-8, anything else as it came. */
export interface StoredBody {
  readonly kind: 'text' | 'binary';
  readonly bytes: Uint8Array;
  /** Whether only the beginning of the body is stored. */
  readonly truncated: boolean;
}

/** How many executions of a workspace are kept, how many of each request at least, and how many bytes of each body. */
export interface KeepLimits {
  readonly executions: number;
  readonly perRequest: number;
  readonly bodyBytes: number;
  /** By default {@link defaultActivityLimits}. */
  readonly activity?: ActivityLimits;
  /** Reports of runs of a workspace, by default {@link storedRunLimits}. */
  readonly runs?: number;
}
/** How much of the history is kept, unless it is configured. */
export const defaultKeepLimits: KeepLimits = {
  executions: 200,
  perRequest: 5,
  bodyBytes: 10 * 1024 * 1024,
};
