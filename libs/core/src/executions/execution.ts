import { Int, integer, Json, JsonNumber, oneOf, struct, t, withDescription } from '../codec/index.js';
import { ExecutionId } from '../ids.js';
import { TimeoutMs } from '../requests/rest-request.js';

const msOrNull = t.union([t.number, t.null], 'a number or null');

/** Timings of the last request, in milliseconds. Null for phases that did not happen, as on a reused connection. */
const Timings = struct('the timings of a response', {
  dnsMs: msOrNull,
  connectMs: msOrNull,
  tlsMs: msOrNull,
  /** Time from the first byte of the request to the response headers. */
  firstByteMs: t.number,
  downloadMs: t.number,
  /** Time from sending to the last byte, including redirects. */
  totalMs: t.number,
});
type Timings = t.TypeOf<typeof Timings>;

/** The connection over which a response arrived. */
export const Connection = struct(
  'a connection',
  {
    /** The ALPN name. */
    protocol: t.string,
    /** Whether an earlier request had already opened the connection. */
    reused: t.boolean,
    /** The remote IP address; null if the connection was closed at once. */
    remoteAddress: t.union([t.string, t.null], 'an address or null'),
    tls: t.union([
      t.null,
      struct('the TLS of a connection', {
        version: t.string,
        cipher: t.string,
        /** From the server's certificate. */
        subject: t.string,
        issuer: t.string,
        validTo: t.string,
      }),
    ]),
  },
  /** The proxy's URL, without credentials. `remoteAddress` is then the proxy's address. */
  { proxy: t.string },
);
export type Connection = t.TypeOf<typeof Connection>;

/** A followed redirect and its target. */
const RedirectHop = struct('a hop', { status: Int, url: t.string, location: t.string });
type RedirectHop = t.TypeOf<typeof RedirectHop>;

const stepFields = {
  method: t.string,
  url: t.string,
  /** Null without a response. */
  status: t.union([Int, t.null], 'a status or null'),
  durationMs: t.number,
} as const;

/** A request that auth required: a token request, or a request that the server answered with a challenge. */
export const AuthStep = struct('a step of auth', { step: oneOf('token', 'challenge'), ...stepFields });
export type AuthStep = t.TypeOf<typeof AuthStep>;

/** A request sent in addition to the request itself, by its auth or its scripts. */
export const SentStep = struct(
  'a step of an execution',
  { step: oneOf('token', 'challenge', 'script'), ...stepFields },
  {
    /** The id of the execution, if a script executed a saved request. */
    executionId: ExecutionId,
    /** Why a script got no response. */
    error: t.string,
  },
);
export type SentStep = t.TypeOf<typeof SentStep>;

/**
 * One source of a value in a request. `from` is `call`, `row`, `request`, `folder:PATH`, `environment:NAME`,
 * `secret:NAME`, `workspace`, `builtin`, `auth:KIND`, `cookie`, `default`, `url` for credentials in the URL, `script
 * FILE:LINE`, or `unresolved`.
 */
export const Origin = struct(
  'an origin',
  { from: t.string },
  {
    /** The variable that this source provides. If missing, the text of the request itself comes from this source. */
    token: t.string,
    /** Other sources that have a value but a lower precedence, nearest first. */
    shadowed: t.readonlyArray(t.string),
    /** Similar names, for a name without a value. */
    near: t.readonlyArray(t.string),
  },
);
export type Origin = t.TypeOf<typeof Origin>;

/**
 * The sources of the values at each location in a request. The keys are `method`, `url`, `path.id`, `query.page`, `headers.accept` in
 * lowercase, `body`, a field, part or GraphQL variable of the body such as `body.name`, or the line and column in the body's text where a
 * value begins, such as `body@12:5`.
 */
export const Origins = t.record(t.string, t.readonlyArray(Origin), 'origins by location');
export type Origins = t.TypeOf<typeof Origins>;

/** Maximum number of locations of a request with recorded sources, and of sources at each location. */
export const originLimits = { locations: 500, perLocation: 50 } as const;

/** Maximum size of a text body in a result, in bytes. */
export const bodyLimits = { default: 32_768, maximum: 10 * 1024 * 1024 } as const;

/** The codec for the workspace argument. */
export const workspaceRef = withDescription(
  t.string,
  'Workspace; its id, name, path or folder name, the active one if omitted',
);

/** The environment of a call, used instead of the active one. */
export const environmentRef = withDescription(
  t.union([t.string, t.null], 'an id, a name or null'),
  'Id or name, "" for none',
);

const PlainValue = t.union([t.string, JsonNumber, t.boolean], 'a string, number or boolean');

/** A path parameter value: plain, or with `enabled`. */
export const PathParamValue = t.union(
  [PlainValue, struct('{ value, enabled? }', { value: PlainValue }, { enabled: t.boolean })],
  'a plain value or { value, enabled }',
);
export type PathParamValue = t.TypeOf<typeof PathParamValue>;

/** A query parameter value: plain, a list to repeat the name, or null to remove it. */
export const QueryParamValue = t.union(
  [PlainValue, t.readonlyArray(PlainValue), t.null],
  'a string, number, boolean, a list of those, or null',
);
export type QueryParamValue = t.TypeOf<typeof QueryParamValue>;

/** The execution options of a call, for every kind of request. */
export const executionFields = {
  workspaceId: workspaceRef,
  environment: environmentRef,
  pathParams: withDescription(
    t.record(t.string, PathParamValue, 'an object of values by name'),
    'For :name; plain or {value, enabled}',
  ),
  variables: withDescription(t.record(t.string, Json, 'an object of values by name'), 'For this call'),
  queryParams: withDescription(
    t.record(t.string, QueryParamValue, 'an object of values by name'),
    'A list repeats, null removes',
  ),
  script: withDescription(t.string, 'For this call'),
  persistScript: withDescription(t.boolean, 'Save script first'),
  timeoutMs: withDescription(TimeoutMs, 'In milliseconds'),
  needs: withDescription(oneOf('skip'), 'Run it alone'),
  dryRun: withDescription(t.boolean, 'Send nothing; return the request and what made it'),
  maxBodyBytes: withDescription(integer(0, bodyLimits.maximum), 'Default 32768'),
  saveTo: withDescription(t.string, 'New file below files/'),
  select: withDescription(
    t.string,
    'JSONPath on the whole body; such as $.items[0].name. The text of the body is then left out',
  ),
} as const;

/** The options of one execution. */
export const ExecutionCall = struct('options of an execution', {}, executionFields);
export type ExecutionCall = t.TypeOf<typeof ExecutionCall>;

/** Why an execution failed. */
export const faultCodes = [
  'URL_MISSING',
  'URL_INVALID',
  'METHOD_INVALID',
  'HEADER_INVALID',
  'PATH_PARAM_MISSING',
  'UNRESOLVED_VARIABLE',
  'ENV_FILE_INVALID',
  'NEED_FAILED',
  'AUTH_UNSUPPORTED',
  'AUTH_FAILED',
  'AUTH_INVALID',
  'SECRET_EMPTY',
  'VARIABLE_CYCLE',
  'BODY_INVALID',
  'FILE_REFUSED',
  'FILE_NOT_FOUND',
  'NETWORK_ERROR',
  'TLS_ERROR',
  'PROXY_ERROR',
  'CONNECTION_NOT_APPROVED',
  'TLS_UNVERIFIED_REFUSED',
  'TIMEOUT',
  'TOO_MANY_REDIRECTS',
  'OWN_SERVER_REFUSED',
  'SECRET_HOST_REFUSED',
  'GUARD_DENIED',
  'APPROVAL_NEEDED',
  'RATE_LIMITED',
  'RESPONSE_TOO_LARGE',
  'BUSY',
  'CANCELLED',
  'SKIPPED',
  'SCRIPT_ERROR',
  'SCRIPT_TIMEOUT',
  'SCRIPT_MEMORY',
  'SCRIPT_HOST_ENDED',
] as const;
/** The code of an error that ends an execution. */
export type FaultCode = (typeof faultCodes)[number];

/** Codes of the errors for requests that a guard stopped before sending. An execution passes them on unchanged. */
export const guardRefusals = [
  'CONNECTION_NOT_APPROVED',
  'TLS_UNVERIFIED_REFUSED',
  'SECRET_HOST_REFUSED',
  'GUARD_DENIED',
  'APPROVAL_NEEDED',
  'RATE_LIMITED',
] as const satisfies readonly FaultCode[];

export const ExecutionFault = struct(
  'an execution fault',
  { code: oneOf(...faultCodes), message: t.string },
  { details: Json },
);
export type ExecutionFault = t.TypeOf<typeof ExecutionFault>;

export const ScriptError = struct(
  'a script error',
  { code: t.string, message: t.string },
  /** `script` is the file of a folder's or the workspace's script; missing if the error is in the request's own script. */
  { script: t.string, line: Int, column: Int, stack: t.string },
);
export type ScriptError = t.TypeOf<typeof ScriptError>;

export const Cookie = struct(
  'a cookie',
  { name: t.string, value: t.string, secure: t.boolean, httpOnly: t.boolean },
  { domain: t.string, path: t.string, expires: t.string, maxAge: t.number, sameSite: t.string },
);
export type Cookie = t.TypeOf<typeof Cookie>;

export const TestResult = struct(
  'a test result',
  {
    name: t.string,
    suite: t.readonlyArray(t.string),
    status: oneOf('passed', 'failed', 'skipped'),
    durationMs: t.number,
    error: t.union([t.null, struct('a test error', { message: t.string }, { expected: Json, actual: Json })]),
  },
  /** The file of the folder's or workspace's script that contains the test; missing for the request's own script. */
  { script: t.string },
);
export type TestResult = t.TypeOf<typeof TestResult>;

export const HandlerSummary = struct('a handler summary', {
  success: t.boolean,
  error: t.union([t.null, ScriptError]),
  result: Json,
});
export type HandlerSummary = t.TypeOf<typeof HandlerSummary>;

export const LogLine = struct('a console line', { level: t.string, message: t.string, handler: t.string });
export type LogLine = t.TypeOf<typeof LogLine>;

export const Diagnostic = struct('a diagnostic', { code: t.string, message: t.string, where: t.string });
export type Diagnostic = t.TypeOf<typeof Diagnostic>;

export const ResponseSummary = struct('a response', {
  status: Int,
  statusText: t.string,
  time: t.number,
  headers: t.record(t.string, t.string),
  cookies: t.readonlyArray(Cookie),
  textBody: t.union([t.string, t.null]),
  bodyType: oneOf('text', 'binary', 'empty'),
  size: Int,
  bodyTruncated: t.boolean,
});
export type ResponseSummary = t.TypeOf<typeof ResponseSummary>;

/** The environment of an execution; null if it used none. */
export const UsedEnvironment = t.union([
  t.null,
  struct('the environment that was used', { id: t.string, name: t.string }),
]);
export type UsedEnvironment = t.TypeOf<typeof UsedEnvironment>;

/** A dependency that was executed before the request, or whose last execution is not older than its `maxAge`. */
export const SatisfiedDependency = struct(
  'a need that was met',
  { id: t.string, name: t.string, executionId: ExecutionId },
  { reused: t.literal(true) },
);
export type SatisfiedDependency = t.TypeOf<typeof SatisfiedDependency>;

/** The result of `rest_execute` and `graphql_execute`. Every required key is always present. */
export const ExecutionResult = struct(
  'an execution result',
  {
    executionId: ExecutionId,
    request: struct('the request as sent', { id: t.string, name: t.string, method: t.string, url: t.string }),
    response: t.union([t.null, ResponseSummary]),
    error: t.union([t.null, ExecutionFault]),
    lifecycle: struct('the lifecycle', {
      preRequest: HandlerSummary,
      postResponse: HandlerSummary,
      tests: struct('the tests', {
        summary: struct('a test summary', {
          success: t.boolean,
          error: t.union([t.null, ScriptError]),
          result: struct('test results', { testResults: t.readonlyArray(TestResult) }),
        }),
        results: t.readonlyArray(TestResult),
      }),
      mocked: t.boolean,
    }),
    diagnostics: t.readonlyArray(Diagnostic),
    logs: t.readonlyArray(LogLine),
  },
  {
    /** Missing only in executions stored by an earlier version. */
    environment: UsedEnvironment,
    /** The dependencies of the request, in execution order. */
    needs: t.readonlyArray(SatisfiedDependency),
    /** The followed redirects in order, if any. */
    redirects: t.readonlyArray(RedirectHop),
    /** The requests that the auth and the scripts sent, if any. */
    steps: t.readonlyArray(SentStep),
    /** Missing if there was no response from the network. */
    timings: Timings,
    connection: Connection,
    /** The file that the body was written to. The result then has no text of the body. */
    saved: struct('a saved body', { path: t.string, bytes: Int }),
    /** The values that `select` asked for, in its order. */
    selected: t.readonlyArray(Json),
  },
);
export type ExecutionResult = t.TypeOf<typeof ExecutionResult>;
