import {
  type AppResult,
  type AnyRequest,
  type ExecutionCall,
  type ExecutionResult,
  hiddenCookies,
  type Inheriting,
  invalidInput,
  kindOfRequestId,
  type Ports,
  type RequestKind,
  type RequestKindOf,
  type RequestOf,
  requestKinds,
  type Workspace,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import { begin, type RequestDraft, inherit, follow, draftOf, secretsOfRun } from '@tandem/execution';

import { inTransaction } from '../transaction.js';
import type { CallContext } from './call-context.js';
import { cookiesFor, earlyJar } from './cookies-of-call.js';
import type { ExecuteArguments } from './execute-arguments.js';
import { finishExecution } from './finish-execution.js';
import type { Begun } from './keep-execution.js';
import { loadEnvironments } from './load-environments.js';
import {
  after,
  type EndedExecution,
  type EndedInRun,
  type ExecuteNeed,
  meetNeeds,
  type Met,
  noNeeds,
  type Waiting,
} from './meet-needs.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { inContext, type Started, withCarried, withoutScripts } from './run-context.js';
import { checkedSaveTo, saveProblem } from './save-body.js';
import { changeSaved } from './saved-requests.js';
import { knownSecrets } from './secrets.js';

type Executable = AnyRequest & Inheriting;

/** A kind of saved request, and what is sent of one. */
interface Kind<A extends Executable, I> extends Pick<RequestKindOf<A, unknown>, 'of'> {
  readonly kind: RequestKind;
  readonly draftOf: (request: A, input: I) => RequestDraft;
}

type Call<A extends AnyRequest> = ExecutionCall & { readonly id: A['id'] };

/** The saved request, after the call's script was saved on it if the call says so. */
const loadRequest = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  workspace: Workspace,
  { id, script, persistScript }: I,
): AppResult<A> => {
  if (!persistScript) return kind.of(ports.store).get(workspace.id, id);
  if (script === undefined) {
    const said = { expected: 'a script beside it', got: persistScript };
    return TE.left(invalidInput('persistScript', 'needs a script to save; pass script as well', said));
  }
  const beyond = ports.scripts.beyondLimit?.(script) ?? null;
  if (beyond !== null) {
    const said = { expected: 'a script within the limit', got: script };
    return TE.left(invalidInput('script', `${beyond}; nothing was saved`, said));
  }
  return inTransaction(ports, (transaction) =>
    changeSaved(kind)(transaction)(workspace, id, { script } as Partial<A>),
  );
};

const load = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  input: I,
  { hidesSecrets = false, by }: Pick<CallContext, 'hidesSecrets' | 'by'> = {},
): AppResult<Started> =>
  pipe(
    resolveWorkspace(ports)(input.workspaceId),
    TE.flatMap((workspace) =>
      pipe(
        TE.Do,
        TE.apS('saved', loadRequest(ports, kind, workspace, input)),
        TE.apS('surroundings', loadEnvironments(ports, workspace, input.environment)),
        TE.apS('folders', ports.store.folders.list(workspace.id)),
        TE.apS('known', knownSecrets(ports)),
        TE.apS('early', earlyJar(ports, workspace, input.environment)),
        TE.let('inherited', ({ saved, folders }) => inherit(folders, saved, kind.draftOf(saved, input))),
        TE.bind('jar', ({ surroundings, inherited, early }) =>
          inherited.request.settings.cookies === false
            ? TE.right(undefined)
            : cookiesFor(ports, workspace, surroundings.environment, early),
        ),
        TE.map(({ saved, surroundings, inherited, jar, known }) => ({
          jar,
          workspace,
          environment: surroundings.environment,
          // What is stored is read by every agent.
          secrets: [
            ...surroundings.secrets,
            ...known,
            ...hiddenCookies(jar ?? [], hidesSecrets ? by : undefined),
          ],
          notes: surroundings.notes,
          needs: saved.needs,
          ...inherited,
          script: input.script ?? saved.script,
        })),
      ),
    ),
  );

/** What goes wrong from here on is part of the result, except for secrets that cannot be read to hide them. */
const run = (
  ports: Ports,
  kind: Begun['kind'],
  input: ExecutionCall,
  call: CallContext,
  met: Met,
  loaded: Started,
): AppResult<EndedExecution> => {
  // Its needs may have met some that are stored nowhere.
  const started = { ...loaded, secrets: [...loaded.secrets, ...met.secrets] };
  return inContext(
    ports,
    input,
    call,
  )(started, async (context) => {
    const at = ports.clock.now();
    const fault = met.fault ?? (await saveProblem(ports, started.workspace, input));
    const first = { ...begin(started.request), diagnostics: started.notes, needs: met.needs, fault };
    const end = fault === null ? await follow(context, after(met, call.progress))(first)() : first;
    const outcome = await finishExecution(context, end, started.secrets, { kind, at, by: call.by }, call);
    return pipe(
      outcome,
      E.map((finished) => ({
        ...finished,
        changes: [...met.changes, ...end.changes],
        control: { ...met.control, ...end.control },
        secrets: [...met.secrets, ...secretsOfRun(context, end)],
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
  (input: ExecuteArguments[RequestKind]): AppResult<Started> =>
    kindOfRequestId(input.id) === 'graphql'
      ? load(ports, executables.graphql, input as ExecuteArguments['graphql'])
      : load(ports, executables.rest, input as ExecuteArguments['rest']);

/** A saved GraphQL request with its surroundings, as an execution loads it. */
export const loadGraphql =
  (ports: Ports) =>
  (input: ExecuteArguments['graphql']): AppResult<Started> =>
    load(ports, executables.graphql, input);

interface InRun {
  readonly ended: EndedInRun;
  readonly waiting: readonly Waiting[];
}

const executeKind =
  <A extends Executable, I extends Call<A>>(ports: Ports, kind: Kind<A, I>, { ended, waiting }: InRun) =>
  (input: I, context: CallContext): AppResult<EndedExecution> => {
    const execute: ExecuteNeed = (call, by, others) =>
      executeAny(ports, { ended, waiting: others })(call, by);
    return pipe(
      TE.fromEither(checkedSaveTo(input)),
      TE.flatMap(() => load(ports, kind, input, context)),
      TE.flatMap((started) => {
        if (started.needs.length === 0 || input.needs === 'skip')
          return run(ports, kind.kind, input, context, noNeeds, started);
        const environment = started.environment?.id ?? null;
        return pipe(
          TE.fromTask(() => meetNeeds({ ports, ended, execute, input, context, waiting }, started)),
          TE.flatMap((met) => {
            if (met.fault !== null)
              return run(ports, kind.kind, input, context, met, withoutScripts(started));
            // What its needs have stored is seen.
            return pipe(
              load(ports, kind, { ...input, environment, persistScript: false }, context),
              TE.flatMap((again) => {
                const { started: ready, variables } = withCarried(again, met.changes);
                const seen = { ...input, variables: { ...variables, ...input.variables } };
                return run(ports, kind.kind, seen, context, met, ready);
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

const result = TE.map(({ result: one }: EndedExecution) => one);

/**
 * For each kind of saved request: executes one with its lifecycle script, by the same steps, after what it needs. `errors` in
 * the response to a GraphQL request do not fail it.
 */
export const executeSaved = (ports: Ports) => ({
  rest: (input: ExecuteArguments['rest'], context: CallContext): AppResult<ExecutionResult> =>
    result(executeInRun(ports, new Map()).rest(input, context)),
  graphql: (input: ExecuteArguments['graphql'], context: CallContext): AppResult<ExecutionResult> =>
    result(executeInRun(ports, new Map()).graphql(input, context)),
});
