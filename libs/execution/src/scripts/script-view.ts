import {
  formatHiddenCookie,
  isOwn,
  type ScriptCookie,
  type ScriptRequest,
  type ScriptResponse,
} from '@tandem/core';

import type { ReceivedResponse } from '../result/received-response.js';
import type { Context, PreparedRequest, Run } from '../execution-state.js';
import { toSavedView } from './saved-view.js';

/** Maximum size of a response body that is passed to a script, in bytes. */
export const scriptBodyBytes = 10 * 1024 * 1024;

/** The jar for handlers; those who may not see a value there get its mark here too. */
export const cookiesView = ({ cookies, hidesSecrets, by }: Context): readonly ScriptCookie[] | null =>
  cookies
    ?.all()
    .map(({ receivedBy, ...cookie }) =>
      hidesSecrets && !isOwn(receivedBy, by)
        ? { ...cookie, value: formatHiddenCookie(cookie.name), isHidden: true }
        : cookie,
    ) ?? null;

/** The request for handlers. */
export const requestView = (context: Context, prepared: PreparedRequest): ScriptRequest => ({
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
  ...(context.scriptsUseCookies ? { cookies: cookiesView(context) } : {}),
});

/** The response for handlers; the body is omitted if it is too long. */
export const responseView = ({ ports }: Context, response: ReceivedResponse): ScriptResponse => {
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

const tooLong = 'SCRIPT_BODY_TOO_LONG';

/** Adds a diagnostic, once, if a handler got null instead of a long body. */
export const noteLongBody = (run: Run, present: boolean): Run => {
  const fits = (run.response?.body.length ?? 0) <= scriptBodyBytes;
  if (fits || !present || run.diagnostics.some(({ code }) => code === tooLong)) return run;
  const message = `The response body is longer than ${scriptBodyBytes} bytes, so the script got null for it.`;
  return { ...run, diagnostics: [...run.diagnostics, { code: tooLong, message, where: 'res.body' }] };
};
