import {
  type AppResult,
  applyChanges,
  type ExecutionCall,
  type ExecutionResult,
  findHiddenCookies,
  kindOfRequestId,
  type Ports,
  type RequestKind,
  type RequestOf,
  requestKinds,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import {
  createExecutionState,
  draftOf,
  executeSteps,
  inherit,
  responseView,
  secretsIn,
  secretsOfExecution,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { cookiesFor, loadEarlyJar } from '../cookies/cookies-of-call.js';
import type { ExecuteArguments, ExecuteGraphql, ExecuteRest } from './execute-arguments.js';
import { finishExecution } from './finish-execution.js';
import type { StartedExecution } from './keep-execution.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import { type Call, type Executable, type Kind, loadRequest } from './load-execution.js';
import {
  offsetProgress,
  type EndedExecution,
  type EndedInRun,
  type ExecuteNeed,
  executeDependencies,
  type DependencyResults,
  noNeeds,
  type WaitingRequest,
} from './dependencies.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import { loadRequiredFiles } from '../trust/required-files.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  withExecutionContext,
  type ExecutableRequest,
  applyCarriedChanges,
  removeScripts,
} from './execution-context.js';
import { validateSaveTo, saveProblem } from './save-body.js';
import { scriptCallsOf } from './script-calls.js';
import { loadKnownSecrets, secretsOfProcess } from '../secrets/secrets.js';
import { scriptTrust, findUnapprovedScripts } from '../trust/unapproved-scripts.js';
import { validateSelect } from './select-body.js';

const load = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  input: I,
  { hidesSecrets = false, by, calling }: Pick<CallContext, 'hidesSecrets' | 'by' | 'calling'> = {},
): AppResult<ExecutableRequest> =>
  pipe(
    resolveWorkspace(ports)(input.workspaceId),
    TE.flatMap((workspace) =>
      pipe(
        TE.Do,
        TE.apS('saved', loadRequest(ports, kind, workspace, input)),
        TE.apS('surroundings', loadWithProvided(ports, workspace, input.environment)),
        TE.apS('folders', ports.store.folders.list(workspace.id)),
        TE.apS('known', loadKnownSecrets(ports)),
        TE.apS('trust', scriptTrust(ports, workspace)),
        TE.apS('early', loadEarlyJar(ports, workspace, input.environment)),
        TE.let('inherited', ({ saved, folders }) => inherit(folders, saved, kind.draftOf(saved, input))),
        TE.bind('foreignScripts', ({ inherited }) =>
          loadRequiredFiles(ports, workspace)(inherited.foreignScripts),
        ),
        TE.bind('unapproved', ({ trust, folders, saved, foreignScripts }) =>
          findUnapprovedScripts(ports, workspace, trust, {
            ...{ folders, saved, foreignScripts, script: input.script ?? saved.script },
          }),
        ),
        TE.bind('jar', ({ surroundings, inherited, early }) =>
          inherited.request.settings.cookies === false
            ? TE.right(undefined)
            : cookiesFor(ports, workspace, surroundings.environment, early),
        ),
        TE.map(({ saved, folders, surroundings, inherited, foreignScripts, unapproved, jar, known }) => ({
          ...{ jar, unapproved },
          workspace,
          environment:
            surroundings.environment && applyChanges(surroundings.environment, calling?.changes ?? []),
          // What is stored is read by every agent.
          secrets: [
            ...surroundings.secrets,
            ...known,
            ...secretsIn(calling?.changes ?? []),
            ...secretsOfProcess(ports),
            ...findHiddenCookies(jar ?? [], hidesSecrets ? by : undefined, [saved, folders]),
          ],
          ...{ bound: surroundings.bound, notes: surroundings.notes, guards: surroundings.guards },
          saved: { id: input.id, name: saved.name },
          ...{ needs: saved.needs, tags: saved.tags, folder: saved.folder },
          secretNames: surroundings.secretNames,
          ...(surroundings.bases === undefined ? {} : { bases: surroundings.bases }),
          ...inherited,
          ...(input.script === undefined || input.persistScript === true
            ? {}
            : { ownScript: '(of the call)' }),
          foreignScripts,
          script: input.script ?? saved.script,
        })),
      ),
    ),
  );

interface InRun {
  readonly ended: EndedInRun;
  readonly waiting: readonly WaitingRequest[];
}

/** An execution that is about to run. */
interface PreparedExecution {
  readonly ports: Ports;
  readonly kind: StartedExecution['kind'];
  readonly input: ExecutionCall;
  readonly call: CallContext;
  readonly met: DependencyResults;
  readonly inRun: InRun;
}

/** What goes wrong from here on is part of the result, except for secrets that cannot be read to hide them. */
const run = (
  { ports, kind, input, call, met, inRun: { ended, waiting } }: PreparedExecution,
  loaded: ExecutableRequest,
): AppResult<EndedExecution> => {
  // Its needs may have met some that are stored nowhere.
  const started = { ...loaded, secrets: [...loaded.secrets, ...met.secrets] };
  // What a script executes runs again in its turn.
  const execute: ExecuteNeed = (one, by, others) =>
    executeAny(ports, { ended: new Map(ended), waiting: others })(one, by);
  const calls = scriptCallsOf({ ports, input, call, waiting, execute }, started);
  return withExecutionContext(
    ports,
    input,
    call,
    calls,
  )(started, async (context) => {
    const at = ports.clock.now();
    const fault = met.fault ?? (await saveProblem(ports, started.workspace, input));
    const first = {
      ...createExecutionState(started.request),
      diagnostics: started.notes,
      needs: met.needs,
      fault,
    };
    const end =
      fault === null ? await executeSteps(context, offsetProgress(met, call.progress))(first)() : first;
    if (end.kept.length > 0) ports.keptVariables?.keep(started.workspace.id, end.kept);
    if (end.response !== null) call.received?.(responseView(context, end.response));
    const secrets = [...started.secrets, ...calls.secrets()];
    const outcome = await finishExecution(context, end, secrets, { kind, at, by: call.by }, call);
    return pipe(
      outcome,
      E.map((finished) => ({
        ...finished,
        changes: [...met.changes, ...end.changes],
        kept: end.kept,
        control: { ...met.control, ...end.control },
        secrets: [...met.secrets, ...calls.secrets(), ...secretsOfExecution(context, end)],
      })),
    );
  });
};

/** What is executed of each kind of saved request. */
const executables: { readonly [K in RequestKind]: Kind<RequestOf<K>, ExecuteArguments[K]> } = {
  rest: { ...requestKinds.rest, draftOf: draftOf.rest },
  graphql: { ...requestKinds.graphql, draftOf: draftOf.graphql },
};

/** A saved request of any kind with its surroundings, as an execution loads it. */
export const loadSaved =
  (ports: Ports) =>
  (
    input: ExecuteArguments[RequestKind],
    call: Pick<CallContext, 'hidesSecrets' | 'by'> = {},
  ): AppResult<ExecutableRequest> =>
    kindOfRequestId(input.id) === 'graphql'
      ? load(ports, executables.graphql, input as ExecuteArguments['graphql'], call)
      : load(ports, executables.rest, input as ExecuteArguments['rest'], call);

/** A saved GraphQL request with its surroundings, as an execution loads it. */
export const loadGraphql =
  (ports: Ports) =>
  (input: ExecuteArguments['graphql']): AppResult<ExecutableRequest> =>
    load(ports, executables.graphql, input);

const executeKind =
  <A extends Executable, I extends Call<A>>(ports: Ports, kind: Kind<A, I>, inRun: InRun) =>
  (input: I, context: CallContext): AppResult<EndedExecution> => {
    const { ended, waiting } = inRun;
    const execute: ExecuteNeed = (call, by, others) =>
      executeAny(ports, { ended, waiting: others })(call, by);
    return pipe(
      TE.fromEither(validateSaveTo(ports, input)),
      TE.flatMap(() => validateSelect(ports, input)),
      TE.flatMap(() => load(ports, kind, input, context)),
      TE.flatMap((started) => {
        const running = { ports, kind: kind.kind, input, call: context, inRun };
        if (started.needs.length === 0 || input.needs === 'skip')
          return run({ ...running, met: noNeeds }, started);
        const environment = started.environment?.id ?? null;
        return pipe(
          TE.fromTask(() => executeDependencies({ ports, ended, execute, input, context, waiting }, started)),
          TE.flatMap((met) => {
            if (met.fault !== null) return run({ ...running, met }, removeScripts(started));
            // What its needs have stored is seen.
            return pipe(
              load(ports, kind, { ...input, environment, persistScript: false }, context),
              TE.flatMap((again) => {
                const { started: ready, variables } = applyCarriedChanges(again, met.changes);
                const seen = { ...input, variables: { ...variables, ...input.variables } };
                return run({ ...running, input: seen, met }, ready);
              }),
            );
          }),
        );
      }),
      TE.tapIO((one) => () => void ended.set(input.id, one)),
    );
  };

const executeAny =
  (ports: Ports, inRun: InRun) =>
  (call: ExecutionCall & { readonly id: string }, context: CallContext): AppResult<EndedExecution> =>
    kindOfRequestId(call.id) === 'graphql'
      ? executeKind(ports, executables.graphql, inRun)(call as ExecuteArguments['graphql'], context)
      : executeKind(ports, executables.rest, inRun)(call as ExecuteArguments['rest'], context);

/** For each kind of saved request: executes one within a run, in which what it needs has perhaps run before. */
export const executeInRun = (ports: Ports, ended: EndedInRun) => ({
  rest: executeKind(ports, executables.rest, { ended, waiting: [] }),
  graphql: executeKind(ports, executables.graphql, { ended, waiting: [] }),
  any: executeAny(ports, { ended, waiting: [] }),
});

/** Says which request a call executes. */
const announceExecution = <K extends { readonly id: string }>({ executes }: CallContext) =>
  TE.tapIO((known: K) => () => executes?.(known.id));

const result = TE.map(({ result: one }: EndedExecution) => one);

/**
 * For each kind of saved request: executes one with its lifecycle script, by the same steps, after what it needs. `errors` in
 * the response to a GraphQL request do not fail it.
 */
export const executeSaved = (ports: Ports) => ({
  rest: (input: ExecuteRest, context: CallContext): AppResult<ExecutionResult> =>
    pipe(
      resolveInputRequestId(ports, requestKinds.rest, input),
      announceExecution(context),
      TE.flatMap((known) => result(executeInRun(ports, new Map()).rest(known, context))),
    ),
  graphql: (input: ExecuteGraphql, context: CallContext): AppResult<ExecutionResult> =>
    pipe(
      resolveInputRequestId(ports, requestKinds.graphql, input),
      announceExecution(context),
      TE.flatMap((known) => result(executeInRun(ports, new Map()).graphql(known, context))),
    ),
});
