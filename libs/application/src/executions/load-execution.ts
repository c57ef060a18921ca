import {
  type AnyRequest,
  type AppError,
  applyChanges,
  type AppResult,
  type CallSecrets,
  createCallSecrets,
  createInvalidInput,
  type Diagnostic,
  type Environment,
  type EnvironmentChange,
  type ExecutionCall,
  findHiddenCookies,
  holdsGlobals,
  type ForeignEnvironment,
  indexValues,
  type InheritingRequest,
  type JarCookie,
  type NamedScript,
  type PendingRequest,
  type Ports,
  type RequestKind,
  type RequestKindOf,
  type RetainedVariable,
  type ScriptEnvironment,
  type ScriptSession,
  type Secret,
  toExactValues,
  toScriptValues,
  type Workspace,
  yieldsToEnvironment,
} from '@tandem/core';
import { attempt, type E, inParallel, taskEither, TE } from '@tandem/core/fp';
import {
  addRetainedVariables,
  createUseCheck,
  dropReplacedGlobals,
  type ExecutionContext,
  inherit,
  listChangedSecrets,
  type LoadedData,
  noScript,
  type RequestDraft,
  type ScriptCalls,
  listEnvironmentSecrets,
  removeReplacedSecrets,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadCookies, loadEarlyJar } from '../cookies/cookies-of-call.js';
import {
  createEnvironmentPermit,
  type EnvironmentGuard,
  type PermitContext,
} from '../guards/environment-permit.js';
import { changeSaved } from '../requests/saved-requests.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import {
  addProcessVariables,
  listProcessSecrets,
  type UsableVariables,
} from '../secrets/process-variables.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { withTransaction } from '../transaction.js';
import {
  describeUnapprovedScripts,
  findUnapprovedScripts,
  loadRequiredFiles,
  loadScriptTrust,
} from '../trust/unapproved-scripts.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** A saved request of any kind. */
export type Executable = AnyRequest & InheritingRequest & { readonly description: string };

/** A kind of saved request, and how its draft is created. */
export interface ExecutableKind<A extends Executable, I> extends Pick<RequestKindOf<A, unknown>, 'of'> {
  readonly kind: RequestKind;
  readonly createDraft: (request: A, input: I) => RequestDraft;
}

/** The arguments for executing a request of this kind. */
export type Call<A extends AnyRequest> = ExecutionCall & { readonly id: A['id'] };

/** A saved request, with everything that its execution uses. */
export interface LoadedExecution extends LoadedData {
  /** The cookies of the workspace and environment. Undefined if the request neither sends nor stores cookies. */
  readonly jar: readonly JarCookie[] | undefined;
  /** The script of the request, or the script that the call passed instead. */
  readonly script: string;
  /** The stored secrets of all workspaces, and the secrets that this execution gets from elsewhere. */
  readonly secrets: readonly Secret[];
  readonly notes: readonly Diagnostic[];
  /** The guards of the environment, of its bases, and of environments whose secrets the request may contain. */
  readonly guards: readonly EnvironmentGuard[];
  /** Identifies the saved request in questions and notes. */
  readonly saved: PendingRequest['request'];
  /** The folder that contains the saved request. */
  readonly folder: string;
  readonly tags: readonly string[];
  /** The description of the saved request; absent for a request that is not saved. */
  readonly description?: string;
  /** The ids of the requests that it depends on. */
  readonly needs: readonly string[];
  /** The names of its scripts that nobody has approved. If there are any, none of its scripts gets secrets or may send requests. */
  readonly unapproved?: readonly string[];
  /** The variables of the process and of `.env` files that it may use. */
  readonly processVariables: UsableVariables;
  /** The variables that the scripts of dependencies have set, if no environment is active to store them. */
  readonly carried?: Pick<Environment, 'variables' | 'secrets'>;
}

/** Loads the saved request. If the call asks for it, stores the call's script in the request first. */
const loadRequest = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: ExecutableKind<A, I>,
  workspace: Workspace,
  { id, script, persistScript }: I,
): AppResult<A> => {
  if (!persistScript) return kind.of(ports.store).get(workspace.id, id);
  if (script === undefined) {
    const said = { expected: 'a script beside it', got: persistScript };
    return TE.left(createInvalidInput('persistScript', 'needs a script to save; pass script as well', said));
  }
  const beyond = ports.scripts.beyondLimit?.(script) ?? null;
  if (beyond !== null) {
    const said = { expected: 'a script within the limit', got: script };
    return TE.left(createInvalidInput('script', `${beyond}; nothing was saved`, said));
  }
  return withTransaction(ports, (transaction) =>
    changeSaved(kind)(transaction)(workspace, id, { script } as Partial<A>),
  );
};

/** Loads a saved request with its context, and merges the settings that it inherits. */
export const loadExecution = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: ExecutableKind<A, I>,
  input: I,
  { redactsSecrets = false, by, calling }: Pick<CallContext, 'redactsSecrets' | 'by' | 'calling'> = {},
): AppResult<LoadedExecution> =>
  taskEither(function* () {
    const workspace = yield* attempt(resolveWorkspace(ports)(input.workspaceId));
    const { saved, environments, folders, known, trust, early } = yield* attempt(
      inParallel({
        saved: loadRequest(ports, kind, workspace, input),
        environments: loadWithProvided(ports, workspace, input.environment),
        folders: ports.store.folders.list(workspace.id),
        known: loadKnownSecrets(ports, workspace.id),
        trust: loadScriptTrust(ports, workspace),
        early: loadEarlyJar(ports, workspace, input.environment),
      }),
    );
    const inherited = inherit(folders, saved, kind.createDraft(saved, input));
    const script = input.script ?? saved.script;
    const foreignScripts = yield* attempt(loadRequiredFiles(ports, workspace)(inherited.foreignScripts));
    const scripts = { folders, saved, foreignScripts, script };
    const unapproved = yield* attempt(findUnapprovedScripts(ports, workspace, trust, scripts));
    const jar =
      inherited.request.settings.cookies === false
        ? undefined
        : yield* attempt(loadCookies(ports, workspace, environments.environment, early));
    // The variables that the calling scripts have set are not stored yet.
    const changes = calling?.changes ?? [];
    const { environment, secrets, secretLevels: _, ...other } = environments;
    return {
      ...inherited,
      ...other,
      workspace,
      environment: removeReplacedSecrets(
        environment && applyChanges(environment, changes),
        inherited,
        environments,
      ),
      secrets: [
        ...secrets,
        ...known,
        ...listChangedSecrets(changes),
        ...listProcessSecrets(ports),
        ...findHiddenCookies(jar ?? [], redactsSecrets ? by : undefined, [saved, folders]),
      ],
      jar,
      saved: { id: input.id, name: saved.name },
      needs: saved.needs,
      tags: saved.tags,
      description: saved.description,
      folder: saved.folder,
      script,
      foreignScripts,
      unapproved,
      ...(input.script === undefined || input.persistScript === true ? {} : { ownScript: '(of the call)' }),
    };
  });

/** Removes the scripts from an execution. */
export const removeScripts = (loaded: LoadedExecution): LoadedExecution => ({
  ...loaded,
  script: '',
  outerScripts: [],
  foreignScripts: [],
});

/**
 * Passes on the variables that the scripts of dependencies have set if no environment stores them: to the request's scripts, and as call
 * variables.
 */
export const applyCarriedChanges = (
  loaded: LoadedExecution,
  changes: readonly EnvironmentChange[],
): { readonly loaded: LoadedExecution; readonly variables: Readonly<Record<string, unknown>> } => {
  if (loaded.environment !== null || changes.length === 0) return { loaded, variables: {} };
  const carried = applyChanges({ variables: [], secrets: [] }, changes);
  const variables = { ...indexValues(carried.secrets), ...toExactValues(carried.variables) };
  return { loaded: { ...loaded, carried }, variables };
};

/** Whether a script may use the global `cookies`, and not only the cookies of a response. */
const canUseCookies = (scripts: readonly NamedScript[]): boolean =>
  scripts.some(({ text, foreign }) => (foreign ? /cookie/i : /(?<!\bres\.)\bcookies\b/).test(text));

/** Creates the view of the request and its context that scripts of other tools can read. */
const toForeignView = (
  loaded: LoadedExecution,
  kept: readonly RetainedVariable[],
  unapproved: readonly string[],
): ForeignEnvironment => {
  const { workspace, connections, inherited, request, folder, tags, environment, bases, description } =
    loaded;
  const { values, problems } = loaded.processVariables;
  return {
    collection: toScriptValues(inherited.filter(yieldsToEnvironment)),
    folder: toScriptValues(inherited.filter((one) => one.from !== null && !yieldsToEnvironment(one))),
    request: toScriptValues(inherited.filter(({ from }) => from === null)),
    globals: toScriptValues(
      (environment?.variables ?? []).filter(({ name }) =>
        holdsGlobals(bases?.get(name) ?? environment?.name ?? ''),
      ),
    ),
    kept,
    collectionName: workspace.name,
    // An imported collection is a folder.
    location: [...(folder === '' ? [workspace.name] : folder.split('/')), request.name],
    cwd: workspace.path,
    tags,
    ...(description === undefined || description === '' ? {} : { description }),
    auth: request.auth.type,
    timeoutMs: request.settings.timeoutMs ?? null,
    isSequential: connections.scriptFlow === 'sequential',
    processVariables: unapproved.length === 0 ? values : {},
    ...(problems.length === 0 ? {} : { envFileProblems: problems }),
  };
};

/** The secrets that scripts get. Because scripts share their globals, a secret that one of them may not read is withheld from all. */
const toSecretsView = (
  secrets: ScriptEnvironment['secrets'],
  unapproved: readonly string[],
): Pick<ScriptEnvironment, 'secrets' | 'withheld'> =>
  unapproved.length === 0
    ? { secrets }
    : { secrets: {}, withheld: { names: Object.keys(secrets), why: describeUnapprovedScripts(unapproved) } };

const toEnvironmentView = (
  { environment, carried, workspace, connections }: LoadedExecution,
  run: CallContext['run'],
  foreign: ForeignEnvironment | undefined,
  unapproved: readonly string[],
): ScriptEnvironment => ({
  workspace: workspace.id,
  name: environment?.name ?? null,
  variables: toScriptValues((environment ?? carried)?.variables ?? []),
  ...toSecretsView(indexValues((environment ?? carried)?.secrets ?? []), unapproved),
  ...(connections.scriptFlow === 'sequential' ? { isSequential: true } : {}),
  ...(run === undefined ? {} : { run }),
  ...(foreign === undefined ? {} : { foreign }),
});

/** Adds a check of every request that is sent, if a guard or a bound secret limits where it may go. */
const createSendPermit = (
  permitting: Omit<PermitContext, 'workspace' | 'environment'>,
  { workspace, environment }: LoadedData,
): Pick<ExecutionContext, 'permit'> => {
  const permit = createEnvironmentPermit({ ...permitting, workspace, environment });
  return permit === undefined ? {} : { permit };
};

/**
 * Determines the sources of the call's variables, or which of them can be used at all. In a run, and in a call with dependencies, a
 * variable that this request does not use may be used by another request.
 */
const getVariableUses = (
  { variablesFrom, answers }: CallContext,
  needs: LoadedExecution['needs'],
  createMayBeUsed: () => NonNullable<ExecutionContext['mayBeUsed']>,
): Pick<ExecutionContext, 'variablesFrom' | 'mayBeUsed'> => {
  const prompted = Object.keys(answers?.variables ?? {});
  const from = new Map([...(variablesFrom ?? []), ...prompted.map((name) => [name, 'prompt'] as const)]);
  const origins = from.size === 0 ? {} : { variablesFrom: from };
  if (variablesFrom !== undefined || needs.length > 0) return origins;
  const mayBeUsed = createMayBeUsed();
  return { ...origins, mayBeUsed: (name) => prompted.includes(name) || mayBeUsed(name) };
};

/** A call to execute a request, and what it needs. */
export interface ExecutionSetup {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly call: CallContext;
  /** The secrets to redact in everything that the execution reports. */
  readonly secrets: CallSecrets;
  /** Answers the calls of scripts. If missing, all of them are refused. */
  readonly calls?: ScriptCalls;
}

/** The scripts of an execution in the order in which they run. */
const listScripts = ({ outerScripts, script, foreignScripts }: LoadedExecution): readonly NamedScript[] =>
  [...outerScripts, { name: null, text: script }, ...foreignScripts].filter(({ text }) => text.trim() !== '');

/** Adds the variables that scripts of other tools keep in memory. */
const addMemory = (loaded: LoadedExecution, kept: readonly RetainedVariable[]): LoadedExecution => ({
  ...loaded,
  inherited: addRetainedVariables(loaded.inherited, kept),
  environment: loaded.environment && dropReplacedGlobals(loaded.environment, loaded.bases, kept),
  memory: { retained: kept, inherited: loaded.inherited },
});

/**
 * Runs `work` with the context of an execution, including a share of the memory for bodies and a script session, which both end with
 * `work`.
 */
export const withExecutionContext = <A>(
  { ports: given, input, call, secrets, calls }: ExecutionSetup,
  saved: LoadedExecution,
  work: (context: ExecutionContext) => AppResult<A>,
): AppResult<A> => {
  const ports = addProcessVariables(given, saved.processVariables);
  const kept = ports.retainedVariables.of(saved.workspace.id);
  const loaded = addMemory(saved, kept);
  const { jar, needs, guards, saved: request, unapproved = [], processVariables, ...rest } = loaded;
  const data = { ...rest, envFileProblems: processVariables.problems };
  const scripts = listScripts(loaded);
  secrets.add(loaded.secrets);
  const own = createCallSecrets(secrets);
  own.add([...listEnvironmentSecrets({ ...loaded, ports, input }), ...(call.answers?.secrets ?? [])]);
  const within = async (session: ScriptSession): Promise<E.Either<AppError, A>> => {
    const share = ports.bodies.open();
    const cookies = jar && (call.calling?.cookies ?? ports.http.openJar(jar, call.by));
    const context: ExecutionContext = {
      ...data,
      secrets: own,
      ports,
      input,
      session,
      signal: call.signal,
      scriptsUseCookies: canUseCookies(scripts),
      redactsSecrets: call.redactsSecrets ?? false,
      onText: call.redactsSecrets ? undefined : call.onText,
      share,
      ...createSendPermit({ ports, call, guards, request, secrets: secrets.all }, loaded),
      ...(cookies === undefined ? {} : { cookies }),
      ...(call.by === undefined ? {} : { by: call.by }),
      ...getVariableUses(call, needs, () => createUseCheck(scripts, loaded.connections)),
    };
    calls?.begin(context);
    const outcome = work(context);
    return outcome().finally(() => share.release());
  };
  if (scripts.length === 0) return () => within(noScript);
  return () => {
    const foreign = loaded.foreignScripts.length > 0 ? toForeignView(saved, kept, unapproved) : undefined;
    const hidden = secrets.all();
    const prompts = unapproved.length === 0 ? call.answers?.variables : undefined;
    const withPrompts = foreign && prompts ? { ...foreign, prompts } : foreign;
    const view = {
      ...toEnvironmentView(loaded, call.run, withPrompts, unapproved),
      ...(hidden.length === 0 ? {} : { hidden }),
    };
    const inSession = (session: ScriptSession) => within(calls?.around(session) ?? session);
    return ports.scripts.withSession(scripts, view, call.signal, inSession, calls?.answer);
  };
};
