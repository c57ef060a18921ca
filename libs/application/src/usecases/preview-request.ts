import {
  type AppResult,
  createRedactor,
  Diagnostic,
  ExecutionFault,
  LogLine,
  type Ports,
  RequestId,
  type Secret,
  secretMarker,
  SentRequest,
  workspaceRef,
} from '@tandem/core';
import { described, struct, t } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import {
  begin,
  type Context,
  followToSend,
  outgoing,
  type Run,
  secretsOfRun,
  shownRequest,
  withTokenNamed,
} from '@tandem/execution';

import type { CallContext } from './call-context.js';
import type { ExecuteArguments } from './execute-arguments.js';
import { loadSaved } from './execute.js';
import { inContext, type Started } from './run-context.js';

export const PreviewRequest = struct(
  'requests_preview arguments',
  { id: described(RequestId, 'The request') },
  { workspaceId: workspaceRef },
);
export type PreviewRequest = t.TypeOf<typeof PreviewRequest>;

export const RequestPreview = struct('a preview of a request', {
  method: t.string,
  url: t.string,
  request: SentRequest,
  /** Whether the script answers the request, so that nothing would be sent. */
  mocked: t.boolean,
  /** Why it would not be sent; null if it would. */
  error: t.union([ExecutionFault, t.null], 'a fault or null'),
  diagnostics: t.readonlyArray(Diagnostic),
  logs: t.readonlyArray(LogLine),
});
export type RequestPreview = t.TypeOf<typeof RequestPreview>;

/** The run with what the checks of Send find. */
const checked = (ports: Ports, context: Context, run: Run): Promise<Run> =>
  run.fault !== null || run.response !== null
    ? Promise.resolve(run)
    : pipe(
        outgoing(context, run.prepared),
        TE.tap((request) => ports.http.check(request)),
        TE.match(
          (fault): Run => ({ ...run, fault }),
          ({ method, url }): Run => ({
            ...run,
            prepared: withTokenNamed({ ...run.prepared, method, url }, secretMarker),
            cookies: context.cookies?.sentTo(url) ?? [],
          }),
        ),
      )();

const shown = (run: Run, secrets: readonly Secret[]): RequestPreview => {
  const redactor = createRedactor(secrets);
  const { method, url } = run.prepared;
  const hidden = redactor.as(RequestPreview)({
    method,
    url,
    request: { headers: [], body: { type: 'none' } },
    mocked: run.response !== null,
    error: run.fault,
    diagnostics: run.diagnostics,
    logs: run.logs,
  }) as RequestPreview;
  return { ...hidden, request: shownRequest(run, redactor) };
};

const preview = (ports: Ports, input: PreviewRequest, call: CallContext) => (started: Started) =>
  inContext(
    ports,
    input,
    call,
  )(started, async (context) => {
    const first = { ...begin(started.request), diagnostics: started.notes };
    const made = await followToSend(context, call.progress)(first)();
    const end = await checked(ports, context, made);
    return E.right(shown(end, [...started.secrets, ...secretsOfRun(context, end)]));
  });

/**
 * The request as Send would send it now, after variables, auth and `onRequest`, with secrets hidden. Nothing is sent, and
 * nothing that the script sets is stored.
 */
export const previewRequest =
  (ports: Ports) =>
  (input: PreviewRequest, call: CallContext): AppResult<RequestPreview> =>
    pipe(
      loadSaved(ports)(input as ExecuteArguments['rest' | 'graphql']),
      TE.flatMap(preview(ports, input, call)),
    );
