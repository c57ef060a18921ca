import { withDefault, withDescription, Int, integer, nameText, oneOf, struct, t } from '../codec/index.js';
import { Auth } from '../auth/auth.js';
import { Body, createPairsCodec } from './fields.js';
import { type AppError, createInvalidInput } from '../errors.js';
import { type Example, examples } from './example.js';
import { SearchMatch } from './search-hit.js';
import { Foreign, foreign } from '../imports/foreign-scripts.js';
import { RestRequestId, WorkspaceId } from '../ids.js';
import { createVariablesCodec, Variables } from '../environments/variable.js';

/** The limits of a request's timeout, in milliseconds. */
export const timeoutLimits = { minimum: 1, maximum: 600_000, default: 30_000 } as const;

export const TimeoutMs = integer(timeoutLimits.minimum, timeoutLimits.maximum);

export const RequestSettings = struct(
  'request settings',
  {},
  {
    timeoutMs: withDescription(TimeoutMs, 'Timeout in milliseconds, default 30000'),
    followRedirects: withDescription(t.boolean, 'Default true'),
    maxRedirects: withDescription(integer(0, 100), 'Default 10'),
    http: withDescription(oneOf('1.1', '2', 'auto'), 'HTTP version, default 1.1'),
    cookies: withDescription(t.boolean, 'Whether cookies are kept and sent, default true'),
    failOnGraphqlErrors: withDescription(
      t.boolean,
      'Whether `errors` in a GraphQL answer fail a test, default false',
    ),
    maxAge: withDescription(t.string, 'Reuses runs of needs that are younger, such as 15m'),
    tls: withDescription(
      struct('TLS settings', { verify: t.boolean }),
      '{verify: false} accepts any certificate',
    ),
  },
);
export type RequestSettings = t.TypeOf<typeof RequestSettings>;

const methodToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether `method` is a token (RFC 9110, section 9.1). */
export const isMethod = (method: string): boolean => methodToken.test(method);

/** The error for an invalid method. Surrounding blanks are ignored. */
export const checkMethod = (method: string | undefined, path = 'method'): AppError | undefined =>
  method === undefined || isMethod(method.trim())
    ? undefined
    : createInvalidInput(
        path,
        "must be an HTTP method such as GET: one word of letters, digits and !#$%&'*+-.^_`|~; variables are not replaced",
        { expected: 'an HTTP method', got: method },
      );

/** The fields that a person or an agent may set on a REST request. */
export const restFields = {
  name: withDescription(nameText(), 'Name'),
  folder: withDescription(t.string, 'Such as a/b'),
  description: withDescription(t.string, 'Markdown'),
  method: withDescription(t.string, 'HTTP method'),
  url: withDescription(t.string, 'With {{variables}}, :pathParams'),
  pathParams: createPairsCodec('For :name in the URL'),
  queryParams: createPairsCodec("After the URL's own"),
  headers: createPairsCodec('Headers'),
  body: withDescription(
    Body,
    'JSON, or a body of a type; none | json {content} | text {content, contentType?} | form-urlencoded {fields} | multipart {parts} | binary {file, contentType?}',
  ),
  auth: withDescription(Auth, 'Auth'),
  requestVariables: createVariablesCodec('Its variables'),
  tags: withDescription(t.readonlyArray(t.string, 'a list of tags'), 'Tags'),
  needs: withDescription(t.readonlyArray(t.string, 'a list of request ids'), 'Ids to run first'),
  script: withDescription(t.string, 'JavaScript: onRequest, onResponse, onTest'),
  foreign,
  examples,
  settings: withDescription(RequestSettings, 'Settings'),
} as const;

/** Defaults for fields that are missing in deleted requests stored by older versions. */
export const addedFieldDefaults = {
  requestVariables: withDefault(Variables, []),
  needs: withDefault(restFields.needs, []),
  tags: withDefault(restFields.tags, []),
  foreign: withDefault(Foreign, null),
} as const;

/** A saved REST request. Times are ISO 8601 in UTC. */
export const RestRequest = struct('a REST request', {
  id: RestRequestId,
  workspaceId: WorkspaceId,
  ...restFields,
  ...addedFieldDefaults,
  examples: withDefault<readonly Example[]>(examples, []),
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type RestRequest = t.TypeOf<typeof RestRequest>;

/** A request as shown in lists. */
export const RestRequestSummary = struct(
  'a REST request summary',
  { id: RestRequestId, name: t.string, folder: t.string, method: t.string, url: t.string },
  { found: SearchMatch },
);
export type RestRequestSummary = t.TypeOf<typeof RestRequestSummary>;

/** Changes to a REST request: any fields, each replaced completely. */
export const RestRequestPatch = struct('a change of a REST request', {}, restFields);
export type RestRequestPatch = t.TypeOf<typeof RestRequestPatch>;

/** The defaults of a new REST request. */
export const restDefaults = {
  folder: '',
  description: '',
  method: 'GET',
  url: '',
  pathParams: [],
  queryParams: [],
  headers: [],
  body: { type: 'none' },
  auth: { type: 'inherit' },
  requestVariables: [],
  tags: [],
  needs: [],
  script: '',
  foreign: null,
  examples: [],
  settings: {},
} as const satisfies Omit<RestRequestPatch, 'name'>;

/** The request's summary for a list. */
export const toRestSummary = ({ id, name, folder, method, url }: RestRequest): RestRequestSummary => ({
  id,
  name,
  folder,
  method,
  url,
});
