import { readBody } from './body.js';
import type { Answer, Context, Prepared } from './run.js';
import type { ScriptRequest, ScriptResponse } from '../ports/scripts.js';

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
  const { bodyType, text } = fits ? readBody(answer.headers, answer.body) : { bodyType: 'text', text: null };
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    cookies: ports.http.cookiesOf(answer.headers),
    time: answer.time,
    size: answer.body.length,
    url: answer.url,
    body: text,
    mocked: answer.mocked,
    ...(fits && bodyType === 'binary' ? { bytes: answer.body } : {}),
  };
};
