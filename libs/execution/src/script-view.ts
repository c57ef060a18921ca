import type { ScriptRequest, ScriptResponse } from '@tandem/core';

import type { Answer } from './answer.js';
import type { Context, Prepared, Run } from './run.js';

/** The most of a response body that a script is handed, in bytes. */
export const scriptBodyBytes = 10 * 1024 * 1024;

/** The request as handlers see it. */
export const requestView = ({ request, input }: Context, prepared: Prepared): ScriptRequest => ({
  id: request.id,
  name: request.name,
  url: prepared.url,
  method: prepared.method,
  headers: prepared.headers,
  body: prepared.body.kind === 'text' ? prepared.body.text : null,
  pathParams: prepared.pathParams,
  queryParams: prepared.queryParams,
  variables: input.variables ?? {},
});

/** The response as handlers see it; a body too long for a script is left out. */
export const responseView = ({ ports }: Context, answer: Answer): ScriptResponse => {
  const fits = answer.body.length <= scriptBodyBytes;
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    cookies: ports.http.cookiesOf(answer.headers),
    time: answer.time,
    size: answer.body.length,
    url: answer.url,
    body: fits ? answer.report.text : null,
    mocked: answer.mocked,
    ...(fits && !answer.report.exact ? { bytes: answer.body } : {}),
  };
};

const tooLong = 'SCRIPT_BODY_TOO_LONG';

/** Says, once, that a handler was there to read the body and got null for it. */
export const notingLongBody = (run: Run, present: boolean): Run => {
  const fits = (run.answer?.body.length ?? 0) <= scriptBodyBytes;
  if (fits || !present || run.diagnostics.some(({ code }) => code === tooLong)) return run;
  const message = `The response body is longer than ${scriptBodyBytes} bytes, so the script got null for it.`;
  return { ...run, diagnostics: [...run.diagnostics, { code: tooLong, message, where: 'res.body' }] };
};
