import { listGraphqlErrors, type TestResult } from '@tandem/core';
import { pipe, T, TE } from '@tandem/core/fp';
import {
  addHandlerAnswer,
  type ExecutionContext,
  type ExecutionState,
  haltExecution,
  type ReceivedResponse,
  type Step,
} from '../execution-state.js';
import { cancelledFault } from '../fault.js';
import { applyCookieEdits, storeCookies } from '../scripts/script-cookies.js';
import { noteLongBody, toScriptRequest, toScriptResponse } from '../scripts/script-view.js';

/** Runs onResponse. If it fails, reports that and discards its changes of the environment and of cookies. */
export const callOnResponse: Step = (context) => (state) => {
  if (state.response === null) return TE.right(state);
  const request = toScriptRequest(context, state.prepared);
  const response = toScriptResponse(context, state.response);
  return pipe(
    TE.fromTask(() => context.session.onResponse(request, response)),
    TE.flatMapTask((answer) => {
      const noted = noteLongBody(state, answer.present);
      const next = addHandlerAnswer(context, { ...noted, postResponse: answer }, 'onResponse', answer);
      if (answer.error) return T.of({ ...next, changes: [] });
      const after = { ...next, changes: [...state.changes, ...answer.changes] };
      if (answer.cookieEdits === undefined) return T.of(after);
      return storeCookies(context)(applyCookieEdits(context, after, 'onResponse', answer));
    }),
  );
};

/** Checks a response without a script. Returns one test for each thing checked; none if the check does not apply to the request. */
type ResponseCheck = (context: ExecutionContext, response: ReceivedResponse) => readonly TestResult[];

/** Fails if a GraphQL response contains errors and the setting `failOnGraphqlErrors` is on. */
const checkGraphqlErrors: ResponseCheck = ({ request: { body, settings } }, { report }) => {
  if (body.type !== 'graphql' || settings.failOnGraphqlErrors !== true) return [];
  const errors = listGraphqlErrors(report.text);
  const error = errors.length === 0 ? null : { message: errors.join('\n') };
  const status = error === null ? 'passed' : 'failed';
  return [{ name: 'has no GraphQL errors', suite: [], status, durationMs: 0, error }];
};

/** The checks of every response, in the order of their tests in the result. The tests of scripts follow. */
const responseChecks: readonly ResponseCheck[] = [checkGraphqlErrors];

/** Checks the response, and runs the script's tests on it. Discards what they change in the environment. */
export const callOnTest: Step = (context) => (state) => {
  const { response: received } = state;
  if (received === null) return TE.right(state);
  const checked = responseChecks.flatMap((check) => check(context, received));
  const request = toScriptRequest(context, state.prepared);
  const response = toScriptResponse(context, received);
  return pipe(
    TE.fromTask(() => context.session.onTest(request, response)),
    TE.flatMap((answer) => {
      const tests = { ...answer, tests: [...checked, ...answer.tests] };
      const next = addHandlerAnswer(
        context,
        { ...noteLongBody(state, answer.present), tests },
        'onTest',
        answer,
      );
      return context.signal.aborted ? haltExecution(next, cancelledFault) : TE.right(next);
    }),
  );
};

const addEnvironmentDiagnostic = (state: ExecutionState, code: string, message: string): ExecutionState => ({
  ...state,
  diagnostics: [...state.diagnostics, { code, message, where: 'environment' }],
});

/** Stores the script's changes of the environment, variable by variable, in one transaction. */
export const persistEnvironment: Step =
  ({ ports, workspace, request: { name }, environment }) =>
  (state) => {
    if (state.changes.length === 0) return TE.right(state);
    if (environment === null) {
      const message =
        'The script set variables, but no environment is active, so they were kept for this execution only.';
      return TE.right(addEnvironmentDiagnostic(state, 'NO_ACTIVE_ENVIRONMENT', message));
    }
    return pipe(
      ports.store.environments.change(
        workspace.id,
        environment.id,
        state.changes,
        ports.clock.now().toISOString(),
        name,
      ),
      TE.matchE(
        (error) => {
          const gone = `The environment "${environment.name}" was deleted meanwhile, so changes to it were not stored.`;
          const message =
            error.kind === 'not-found' ? gone : 'The changes to the environment could not be stored.';
          return TE.right(addEnvironmentDiagnostic(state, 'ENVIRONMENT_NOT_SAVED', message));
        },
        () => TE.right(state),
      ),
    );
  };
