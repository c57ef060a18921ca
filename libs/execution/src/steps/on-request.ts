import type { ExecutionFault, FaultCode, OnRequestAnswer, ScriptError } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import {
  addHandlerAnswer,
  type ExecutionContext,
  type ExecutionState,
  haltExecution,
  type PreparedRequest,
  type ReceivedResponse,
  type Step,
} from '../execution-state.js';
import { encodeText, readBody } from '../bodies/body.js';
import { cancelledFault, createFault } from '../fault.js';
import { checkHeaders, getContentType } from '../filling/headers.js';
import { createScriptMarks } from '../origins/script-marks.js';
import { applyCookieEdits } from '../scripts/script-cookies.js';
import { toScriptRequest } from '../scripts/script-view.js';

const scriptCodes: readonly FaultCode[] = ['SCRIPT_TIMEOUT', 'SCRIPT_MEMORY', 'SCRIPT_HOST_ENDED'];

/** Formats the location of an error in its script, as the end of a sentence. */
const formatErrorLocation = ({ script, line, column }: ScriptError): string => {
  const inside = [line, column].filter((one) => one !== undefined);
  if (script !== undefined) return ` (${[script, ...inside].join(':')})`;
  if (line === undefined) return '';
  return ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
};

/** Converts the failure of onRequest, or of loading the script, to the error of the execution. */
export const toScriptFault = (
  error: ScriptError,
  present: boolean,
  handler = 'onRequest',
): ExecutionFault => {
  const code = scriptCodes.find((known) => known === error.code) ?? 'SCRIPT_ERROR';
  const what = present ? `${handler} failed` : `${error.script ?? 'The script'} did not load`;
  return createFault(code, `${what}, so nothing was sent: ${error.message}${formatErrorLocation(error)}`, {
    handler,
    ...(error.script === undefined ? {} : { script: error.script }),
    ...(error.line === undefined ? {} : { line: error.line }),
    ...(error.column === undefined ? {} : { column: error.column }),
  });
};

/** The error of an execution whose script skips the request. */
export const createSkipFault = (reason: string): ExecutionFault =>
  createFault('SKIPPED', `The script skipped the request, so nothing was sent: ${reason}`, { reason });

const applyScriptChanges = (prepared: PreparedRequest, { request }: OnRequestAnswer): PreparedRequest => {
  const before = prepared.body.kind === 'text' ? prepared.body.text : null;
  const body: PreparedRequest['body'] =
    request.body === before
      ? prepared.body
      : request.body === null
        ? { kind: 'none' }
        : { kind: 'text', text: request.body };
  return { ...prepared, url: request.url, method: request.method, headers: request.headers, body };
};

/** Records where the parts of the request come from after a script has changed it. */
const traceScriptChanges = (
  context: ExecutionContext,
  { prepared: before, traced }: ExecutionState,
  after: PreparedRequest,
  { sites }: OnRequestAnswer,
) =>
  traced && {
    traced: { ...traced, marks: [...traced.marks, ...createScriptMarks(context, before, after, sites)] },
  };

const toMockResponse = (state: ExecutionState, { mock }: OnRequestAnswer): ReceivedResponse | null => {
  if (mock === null) return null;
  const headers = mock.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  // The text is encoded in the charset of its content type, because it is later decoded with that charset.
  const written = encodeText(mock.body, getContentType(headers));
  const body = written instanceof Uint8Array ? written : new TextEncoder().encode(mock.body);
  const { status, statusText } = mock;
  const report = readBody(written === null ? [] : headers, body);
  return { status, statusText, headers, body, time: 0, url: state.prepared.url, mocked: true, report };
};

/** Runs onRequest, which may change the request or return a response. A failure ends the execution. */
export const callOnRequest: Step = (context) => (state) =>
  pipe(
    TE.fromTask(() => context.session.onRequest(toScriptRequest(context, state.prepared))),
    TE.flatMap((answer) => {
      const next = addHandlerAnswer(context, { ...state, preRequest: answer }, 'onRequest', answer);
      if (context.signal.aborted) return haltExecution(next, cancelledFault);
      if (answer.error) return haltExecution(next, toScriptFault(answer.error, answer.present));
      if (!answer.present) return TE.right(next);
      if (answer.control?.skip !== undefined)
        return haltExecution(next, createSkipFault(answer.control.skip));
      const edited = applyCookieEdits(context, next, 'onRequest', answer);
      const prepared = applyScriptChanges(state.prepared, answer);
      const after = {
        ...edited,
        changes: [...state.changes, ...answer.changes],
        prepared,
        ...traceScriptChanges(context, state, prepared, answer),
      };
      const mock = toMockResponse(after, answer);
      if (mock === null) return TE.right(after);
      return pipe(
        TE.fromEither(checkHeaders(mock.headers)),
        TE.mapBoth(
          (fault): ExecutionState => ({ ...after, fault }),
          (): ExecutionState => ({ ...after, response: mock }),
        ),
      );
    }),
  );
