import {
  type AppResult,
  type AnyRequest,
  type AppError,
  type Diagnostic,
  type Environment,
  type ExecutionCall,
  type ExecutionResult,
  type Inheriting,
  invalidInput,
  kindOfRequestId,
  type Ports,
  type RequestKind,
  type RequestKindOf,
  type RequestOf,
  requestKinds,
  type Secret,
  type UnreadableEnvironment,
  unreadableError,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { begin, type RequestDraft, inherit, follow, draftOf, type Loaded } from '@tandem/execution';

import { inTransaction } from '../transaction.js';
import type { CallContext } from './call-context.js';
import type { ExecuteArguments } from './execute-arguments.js';
import { find, unreadableNamed } from './find-environment.js';
import { finishExecution } from './finish-execution.js';
import type { Begun } from './keep-execution.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { inContext, type Started } from './run-context.js';
import { changeSaved } from './saved-requests.js';
import { type Candidate, candidatesIn, knownSecrets, secretsIn, withGivenValues } from './secrets.js';

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

interface Surroundings {
  readonly environment: Environment | null;
  readonly secrets: readonly Secret[];
  /** What is to be said of the environment before anything is sent. */
  readonly notes: readonly Diagnostic[];
}

/** Why secrets have no value although the process was given one. */
const notConfirmed = (candidates: readonly Candidate[]): readonly Diagnostic[] =>
  candidates
    .filter(({ decision }) => decision !== 'allowed')
    .map(({ name, decision }) => ({
      code: 'SECRET_NOT_CONFIRMED',
      message:
        `The secret ${name} has no value: its TANDEM_SECRET_ variable is set, but ` +
        `${decision === 'refused' ? 'was refused' : 'is not confirmed'} for this workspace. ` +
        `Allow it under Environments in the window, or start the server with --allow-env-secrets ${name}.`,
      where: 'environment',
    }));

/** The reason why no readable environment is meant by `ref`. */
const notUsable = (unreadable: readonly UnreadableEnvironment[], ref: string, error: AppError): AppError => {
  const damaged = unreadableNamed(unreadable, ref);
  return error.kind !== 'not-found' || damaged === undefined ? error : unreadableError(damaged.row);
};

/**
 * The environments of a workspace: the one that is used, and the secrets of all.
 * @param wanted id or name, null for none; the active one if omitted
 */
export const loadEnvironments = (
  ports: Ports,
  { id, activeEnvironmentId }: Workspace,
  wanted: string | null = activeEnvironmentId,
): AppResult<Surroundings> =>
  pipe(
    TE.Do,
    TE.apS('readable', ports.store.environments.list(id)),
    TE.apS('unreadable', ports.store.environments.unreadable(id)),
    TE.apS('decisions', ports.store.givenSecrets.list(id)),
    TE.flatMap(({ readable, unreadable, decisions }) => {
      const all = withGivenValues(ports, decisions)(readable);
      const secrets = secretsIn([...all, ...unreadable]);
      const surroundings = (environment: Environment | null): Surroundings => {
        const notes = notConfirmed(candidatesIn(ports, decisions)(environment === null ? [] : [environment]));
        return { environment, secrets, notes };
      };
      return wanted === null
        ? TE.right(surroundings(null))
        : pipe(
            find(all, wanted, 'environment'),
            TE.bimap((error) => notUsable(unreadable, wanted, error), surroundings),
          );
    }),
  );

const load = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  input: I,
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
        TE.map(({ saved, surroundings, folders, known }) => ({
          workspace,
          environment: surroundings.environment,
          secrets: [...surroundings.secrets, ...known],
          notes: surroundings.notes,
          ...inherit(folders, saved, kind.draftOf(saved, input)),
          script: input.script ?? saved.script,
        })),
      ),
    ),
  );

/** What goes wrong from here on is part of the result, except for secrets that cannot be read to hide them. */
const run =
  (ports: Ports, kind: Begun['kind'], input: ExecutionCall, call: CallContext) =>
  (started: Started): AppResult<ExecutionResult> =>
    inContext(
      ports,
      input,
      call,
    )(started, async (context) => {
      const at = ports.clock.now();
      const first = { ...begin(started.request), diagnostics: started.notes };
      const end = await follow(context, call.progress)(first)();
      return finishExecution(context, end, started.secrets, { kind, at, by: call.by }, call);
    });

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
  (input: ExecuteArguments['graphql']): AppResult<Loaded> =>
    load(ports, executables.graphql, input);

const executeKind =
  <A extends Executable, I extends Call<A>>(ports: Ports, kind: Kind<A, I>) =>
  (input: I, context: CallContext): AppResult<ExecutionResult> =>
    pipe(load(ports, kind, input), TE.flatMap(run(ports, kind.kind, input, context)));

/**
 * For each kind of saved request: executes one with its lifecycle script, by the same steps. `errors` in the response to a
 * GraphQL request do not fail it.
 */
export const executeSaved = (ports: Ports) => ({
  rest: executeKind(ports, executables.rest),
  graphql: executeKind(ports, executables.graphql),
});
