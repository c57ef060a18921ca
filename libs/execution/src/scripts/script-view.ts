import {
  formatGraphqlVariables,
  formatHiddenCookie,
  isOwnCookie,
  type SavedFormField,
  type SavedView,
  type ScriptCookie,
  type ScriptRequest,
  type ScriptResponse,
} from '@tandem/core';
import type {
  ExecutionContext,
  ExecutionState,
  PreparedRequest,
  ReceivedResponse,
} from '../execution-state.js';
import type { RequestDraft } from '../request/draft.js';

/** The form in a request's body, with its disabled fields. Null if the body is not a form. */
export const toSavedForm = ({ body }: Pick<RequestDraft, 'body'>): SavedView['form'] => {
  if (body.type === 'form-urlencoded') return { type: 'urlencoded', fields: body.fields };
  if (body.type !== 'multipart') return null;
  const fields = body.parts.map((part): SavedFormField => ({
    name: part.name,
    enabled: part.enabled,
    ...('value' in part ? { value: part.value } : { value: part.file, isFile: true }),
    ...(part.contentType === undefined ? {} : { contentType: part.contentType }),
  }));
  return { type: 'formdata', fields };
};

const toSavedGraphql = ({ body }: RequestDraft): SavedView['graphql'] => {
  if (body.type !== 'graphql') return null;
  const { query, variables, overrides, operationName } = body;
  return { query, variables: formatGraphqlVariables(overrides ?? variables), operationName };
};

/** Converts a saved request to what scripts of other tools see of it. */
export const toSavedView = (request: RequestDraft): SavedView => ({
  auth: request.auth,
  inheritsAuth: (request.authFrom ?? null) !== null,
  headers: request.headers.map(({ name, value, enabled }) => ({ name, value, enabled })),
  query: request.queryParams.map(({ name, value, enabled }) => ({ name, value, enabled })),
  form: toSavedForm(request),
  graphql: toSavedGraphql(request),
});

/** Maximum size of a response body passed to a script, in bytes. */
export const scriptBodyBytes = 10 * 1024 * 1024;

/** Converts the cookie jar to what handlers see. Marks it if the caller may not see the values of cookies. */
export const toScriptCookies = ({
  cookies,
  redactsSecrets,
  by,
}: ExecutionContext): readonly ScriptCookie[] | null =>
  cookies
    ?.all()
    .map(({ receivedBy, ...cookie }) =>
      redactsSecrets && !isOwnCookie(receivedBy, by)
        ? { ...cookie, value: formatHiddenCookie(cookie.name), isHidden: true }
        : cookie,
    ) ?? null;

/** Converts the request to what handlers see. */
export const toScriptRequest = (context: ExecutionContext, prepared: PreparedRequest): ScriptRequest => ({
  id: context.request.id,
  name: context.request.name,
  url: prepared.url,
  method: prepared.method,
  headers: prepared.headers,
  body: prepared.body.kind === 'text' ? prepared.body.text : null,
  pathParams: prepared.pathParams,
  queryParams: prepared.queryParams,
  variables: context.input.variables ?? {},
  ...(context.foreignScripts.length > 0 ? { saved: toSavedView(context.request) } : {}),
  ...(context.scriptsUseCookies ? { cookies: toScriptCookies(context) } : {}),
});

/** Converts the response to what handlers see. Leaves out a large body. */
export const toScriptResponse = ({ ports }: ExecutionContext, response: ReceivedResponse): ScriptResponse => {
  const fits = response.body.length <= scriptBodyBytes;
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    cookies: ports.http.cookiesOf(response.headers),
    time: response.time,
    size: response.body.length,
    url: response.url,
    body: fits ? response.report.text : null,
    mocked: response.mocked,
    ...(fits && !response.report.exact ? { bytes: response.body } : {}),
  };
};

const bodyTooLongDiagnostic = 'SCRIPT_BODY_TOO_LONG';

/** Adds a diagnostic, once, if handlers got null instead of a large body. */
export const noteLongBody = (state: ExecutionState, present: boolean): ExecutionState => {
  const fits = (state.response?.body.length ?? 0) <= scriptBodyBytes;
  if (fits || !present || state.diagnostics.some(({ code }) => code === bodyTooLongDiagnostic)) return state;
  const message = `The response body is longer than ${scriptBodyBytes} bytes, so the script got null for it.`;
  return {
    ...state,
    diagnostics: [...state.diagnostics, { code: bodyTooLongDiagnostic, message, where: 'res.body' }],
  };
};
