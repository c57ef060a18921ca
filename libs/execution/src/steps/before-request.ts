import {
  applyChanges,
  type BeforeRequestAnswer,
  type Environment,
  type EnvironmentChange,
  filterEnabledPairs,
  type ForeignRequest,
  getAuthHeader,
  type HeaderList,
  holdsGlobals,
  indexValues,
  type InheritedPair,
  type Pair,
  parseGraphqlVariables,
  type RetainedScope,
  type RetainedVariable,
  type ScriptFormField,
  timeoutLimits,
  toExactValues,
  toTypedText,
  yieldsToEnvironment,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { formatGraphqlTemplate } from '../bodies/fill-body.js';
import {
  addHandlerAnswer,
  type ExecutionContext,
  type ExecutionState,
  haltExecution,
} from '../execution-state.js';
import { cancelledFault } from '../fault.js';
import { listEnvironmentSecrets } from '../filling/scope.js';
import { nameScriptsBefore } from '../origins/script-marks.js';
import type { DraftPair, RequestDraft } from '../request/draft.js';
import { applyCookieEdits } from '../scripts/script-cookies.js';
import { toSavedForm, toSavedView, toScriptCookies } from '../scripts/script-view.js';
import { createSkipFault, toScriptFault } from './on-request.js';

/** The level at which variables of each scope apply: null overrides the request's own variables, "" is the workspace. */
const scopePaths: Readonly<Record<RetainedScope, string | null>> = {
  runtime: null,
  collection: '',
  global: '',
};

const getLastVariables = (
  retained: readonly RetainedVariable[],
  scope: RetainedScope,
): readonly RetainedVariable[] => [
  ...new Map(retained.filter((one) => one.scope === scope).map((one) => [one.name, one])).values(),
];

const toInheritedPairs = (retained: readonly RetainedVariable[]): readonly InheritedPair[] =>
  retained.flatMap(({ scope, name, value }) =>
    value === undefined
      ? []
      : [{ name, ...toTypedText(value), enabled: true, from: scopePaths[scope], isRetained: true }],
  );

/**
 * Adds the variables that scripts of other tools keep in memory. Runtime variables override all others, collection variables override those
 * of the workspace, and global ones come last.
 * @param retained the changes in the order in which scripts made them
 */
export const addRetainedVariables = (
  inherited: readonly InheritedPair[],
  retained: readonly RetainedVariable[],
): readonly InheritedPair[] => {
  if (retained.length === 0) return inherited;
  const collection = getLastVariables(retained, 'collection');
  const names = new Set(collection.map(({ name }) => name));
  return [
    ...toInheritedPairs(getLastVariables(retained, 'runtime')),
    ...inherited.filter((one) => !yieldsToEnvironment(one)),
    ...toInheritedPairs(collection),
    ...inherited.filter((one) => yieldsToEnvironment(one) && !names.has(one.name)),
    ...toInheritedPairs(getLastVariables(retained, 'global')),
  ];
};

type WithVariables = Pick<Environment, 'name' | 'variables'>;

/**
 * Removes from the environment the globals that scripts have set or removed since. Globals from a file are in an environment of their own
 * or in the base of one.
 * @param bases for each variable, the name of the base that it comes from
 */
export const dropReplacedGlobals = <E extends WithVariables>(
  environment: E,
  bases: ReadonlyMap<string, string> | undefined,
  retained: readonly RetainedVariable[],
): E => {
  const replaced = new Set(getLastVariables(retained, 'global').map(({ name }) => name));
  if (replaced.size === 0) return environment;
  const isReplaced = (name: string): boolean =>
    replaced.has(name) && holdsGlobals(bases?.get(name) ?? environment.name);
  return { ...environment, variables: environment.variables.filter(({ name }) => !isReplaced(name)) };
};

const getList = (pairs: readonly Pair[]): HeaderList =>
  filterEnabledPairs(pairs).map(({ name, value }) => [name, value] as const);

const toEnabledPairs = (list: HeaderList): readonly Pair[] =>
  list.map(([name, value]) => ({ name, value, enabled: true }));

const getDisabledRows = <P extends { readonly enabled: boolean }>(rows: readonly P[]): readonly P[] =>
  rows.filter(({ enabled }) => !enabled);

/** Converts a list back to rows after the scripts ran. Rows that the scripts did not change stay the same. */
const toDraftRows = <P extends Pair>(
  list: HeaderList,
  before: readonly P[],
  by: string,
): readonly (P | DraftPair)[] => [
  ...list.map(
    ([name, value]) =>
      before.find((one) => one.enabled && one.name === name && one.value === value) ?? {
        name,
        value,
        enabled: true,
        by,
      },
  ),
  ...getDisabledRows(before),
];

const getDraftText = ({ body }: RequestDraft): string | null => {
  if (body.type === 'json' || body.type === 'text') return body.content;
  return body.type === 'graphql' ? formatGraphqlTemplate(body) : null;
};

const toForeignForm = (draft: RequestDraft): ForeignRequest['form'] => {
  const form = toSavedForm(draft);
  if (form === null) return null;
  const fields = form.fields.filter(({ enabled }) => enabled);
  return {
    type: form.type,
    fields: fields.map(({ name, value, contentType }) => ({
      name,
      value,
      ...(contentType === undefined ? {} : { contentType }),
    })),
  };
};

/** The content type of a body without a Content-Type header. */
const getDefaultContentType = ({ body }: RequestDraft): string | null => {
  switch (body.type) {
    case 'none':
      return null;
    case 'json':
    case 'graphql':
      return 'application/json';
    case 'text':
      return body.contentType ?? 'text/plain';
    case 'form-urlencoded':
      return 'application/x-www-form-urlencoded';
    case 'multipart':
      return 'multipart/form-data';
    case 'binary':
      return body.contentType ?? 'application/octet-stream';
  }
};

const toForeignAuthHeader = ({ auth }: RequestDraft): ForeignRequest['authHeader'] => {
  if (auth.type === 'bearer') return ['Authorization', `Bearer ${auth.token}`];
  return auth.type === 'api-key' && auth.in === 'header' ? [auth.name, auth.value] : null;
};

/** Converts the saved request to what scripts of other tools read and change, with its variables not filled in. */
const toForeignRequest = (context: ExecutionContext): ForeignRequest => {
  const { request, input } = context;
  const query = getList(request.queryParams);
  return {
    id: request.id,
    name: request.name,
    url: request.url,
    method: request.method,
    headers: getList(request.headers),
    body: getDraftText(request),
    pathParams: indexValues(request.pathParams),
    queryParams: Object.fromEntries(query),
    query,
    form: toForeignForm(request),
    contentType: getDefaultContentType(request),
    authHeader: toForeignAuthHeader(request),
    variables: input.variables ?? {},
    saved: toSavedView(request),
    ...(context.scriptsUseCookies ? { cookies: toScriptCookies(context) } : {}),
  };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type MultipartParts = Extract<RequestDraft['body'], { readonly type: 'multipart' }>['parts'];

/** Applies the fields of a form after the scripts ran to its parts. Files stay files, and parts that did not change keep their headers. */
const applyToParts = ({ body }: RequestDraft, fields: readonly ScriptFormField[]): MultipartParts => {
  const saved = body.type === 'multipart' ? body.parts : [];
  const parts = fields.map(({ name, value, contentType }): MultipartParts[number] => {
    const isOf = (part: MultipartParts[number]): boolean =>
      part.name === name &&
      ('value' in part ? part.value : part.file) === value &&
      part.contentType === contentType;
    const found = saved.find(isOf);
    return found
      ? { ...found, enabled: true }
      : { name, value, enabled: true, ...(contentType === undefined ? {} : { contentType }) };
  });
  return [...parts, ...getDisabledRows(saved)];
};

const applyForm = (
  draft: RequestDraft,
  { type, fields }: NonNullable<ForeignRequest['form']>,
): RequestDraft['body'] => {
  if (type === 'formdata') return { type: 'multipart', parts: applyToParts(draft, fields) };
  const saved = draft.body.type === 'form-urlencoded' ? draft.body.fields : [];
  const enabled = fields.map(({ name, value }) => ({ name, value, enabled: true }));
  return { type: 'form-urlencoded', fields: [...enabled, ...getDisabledRows(saved)] };
};

const applyBody = (
  draft: RequestDraft,
  before: ForeignRequest,
  after: BeforeRequestAnswer['request'],
): RequestDraft['body'] => {
  const { body } = draft;
  if (after.graphql !== undefined)
    return { type: 'graphql', ...after.graphql, variables: parseGraphqlVariables(after.graphql.variables) };
  const isForm = after.form !== null && (after.form.fields.length > 0 || before.form !== null);
  if (after.form !== null && isForm && !isSame(after.form, before.form)) return applyForm(draft, after.form);
  if (after.body === before.body) return body;
  if (after.body === null) return { type: 'none' };
  const isText = body.type === 'json' || body.type === 'text';
  if (after.bodyType !== undefined && (after.bodyType !== before.contentType || !isText))
    return { type: 'text', content: after.body, contentType: after.bodyType };
  return isText
    ? { ...body, content: after.body }
    : { type: body.type === 'graphql' ? 'json' : 'text', content: after.body };
};

const applySettings = (
  settings: RequestDraft['settings'],
  { timeoutMs, maxRedirects }: BeforeRequestAnswer['request'],
): RequestDraft['settings'] => ({
  ...settings,
  ...(timeoutMs === undefined
    ? {}
    : { timeoutMs: Math.min(Math.max(timeoutMs, timeoutLimits.minimum), timeoutLimits.maximum) }),
  ...(maxRedirects === undefined ? {} : { maxRedirects: Math.min(maxRedirects, 100) }),
});

/** Takes the headers as the scripts left them. If a script set an auth, drops the header that this auth adds when the request is sent. */
const applyHeaders = (
  { headers }: RequestDraft,
  before: ForeignRequest,
  after: BeforeRequestAnswer['request'],
  by: string,
): Pick<RequestDraft, 'headers'> => {
  const set = after.auth && getAuthHeader(after.auth);
  const rows = isSame(after.headers, before.headers) ? headers : toDraftRows(after.headers, headers, by);
  return { headers: rows.filter(({ name }) => set === undefined || name.trim().toLowerCase() !== set) };
};

/** Applies the changes of the scripts to the saved request. Its disabled rows stay. */
const applyToDraft = (
  draft: RequestDraft,
  before: ForeignRequest,
  after: BeforeRequestAnswer['request'],
  by: string,
): RequestDraft => ({
  ...draft,
  url: after.url,
  method: after.method,
  ...(isSame(after.query, before.query)
    ? {}
    : { queryParams: toDraftRows(after.query, draft.queryParams, by) }),
  ...applyHeaders(draft, before, after, by),
  ...(after.pathParams === undefined || isSame(after.pathParams, before.pathParams)
    ? {}
    : { pathParams: toEnabledPairs(Object.entries(after.pathParams)) }),
  body: applyBody(draft, before, after),
  by: {
    ...(after.url === before.url ? {} : { url: by }),
    ...(after.method === before.method ? {} : { method: by }),
    ...(after.body === before.body && isSame(after.form, before.form) && after.graphql === undefined
      ? {}
      : { body: by }),
  },
  settings: applySettings(draft.settings, after),
  ...(after.auth === undefined ? {} : { auth: after.auth, authFrom: null }),
  ...(after.withoutAuth === true ? { auth: { type: 'none' }, authFrom: null } : {}),
});

/** The variables that scripts have set although no environment is active to store them. */
const listUnstoredVariables = (changes: readonly EnvironmentChange[]): Readonly<Record<string, unknown>> => {
  const { variables, secrets } = applyChanges({ variables: [], secrets: [] }, changes);
  return { ...indexValues(secrets), ...toExactValues(variables) };
};

/** Applies the changes of the scripts to the context in which the request is filled in. */
const applyToContext = (
  context: ExecutionContext,
  before: ForeignRequest,
  answer: BeforeRequestAnswer,
): ExecutionContext => {
  const { input, memory = { retained: [], inherited: context.inherited } } = context;
  const { changes, locals, kept: retained = [] } = answer;
  const environment =
    context.environment && dropReplacedGlobals(context.environment, context.bases, retained);
  // A variable of the call overrides the environment, unless a script has just set it.
  const callVariables = { ...input.variables };
  for (const { name } of changes) Reflect.deleteProperty(callVariables, name);
  const fresh = environment === null ? listUnstoredVariables(changes) : {};
  const by = nameScriptsBefore(context);
  const set = [...changes.map(({ name }) => name), ...Object.keys(locals)];
  return {
    ...context,
    request: applyToDraft(context.request, before, answer.request, by),
    variablesFrom: new Map([...(context.variablesFrom ?? []), ...set.map((name) => [name, by] as const)]),
    inherited:
      retained.length === 0
        ? context.inherited
        : addRetainedVariables(memory.inherited, [...memory.retained, ...retained]),
    environment: environment && applyChanges(environment, changes),
    input: { ...input, variables: { ...callVariables, ...fresh, ...locals } },
  };
};

/** The state, and the context for the next steps. */
interface StartedExecution {
  readonly context: ExecutionContext;
  readonly state: ExecutionState;
}

/**
 * Runs the scripts of other tools that come before the request. They run before its variables are filled in, because they set variables
 * that it uses. A failure ends the execution.
 */
export const callBeforeRequest =
  (context: ExecutionContext) =>
  (state: ExecutionState): TE.TaskEither<ExecutionState, StartedExecution> => {
    const { beforeRequest: scripts } = context.session;
    if (scripts === undefined) return TE.right({ context, state });
    const before = toForeignRequest(context);
    return pipe(
      TE.fromTask(() => scripts(before)),
      TE.flatMap((answer) => {
        const next = addHandlerAnswer(context, { ...state, beforeRequest: answer }, 'beforeRequest', answer);
        if (context.signal.aborted) return haltExecution(next, cancelledFault);
        if (answer.error)
          return haltExecution(next, toScriptFault(answer.error, answer.present, 'The pre-request script'));
        if (answer.control?.skip !== undefined)
          return haltExecution(next, createSkipFault(answer.control.skip));
        const edited = applyCookieEdits(context, next, 'beforeRequest', answer);
        const after = applyToContext(context, before, answer);
        // The scripts may have set variables that occur in secrets, so the secrets are filled in again.
        after.secrets.add(listEnvironmentSecrets(after));
        return TE.right({
          context: after,
          state: { ...edited, changes: [...state.changes, ...answer.changes] },
        });
      }),
    );
  };
