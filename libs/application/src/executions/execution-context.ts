import {
  type AppError,
  type PendingRequest,
  applyChanges,
  type AppResult,
  type Environment,
  type EnvironmentChange,
  exactValuesOf,
  type Diagnostic,
  type ForeignEnvironment,
  type ExecutionCall,
  type JarCookie,
  type RetainedVariable,
  type NamedScript,
  type Ports,
  type ScriptEnvironment,
  type ScriptSession,
  type Secret,
  scriptValuesOf,
  valuesOf,
} from '@tandem/core';
import type { E } from '@tandem/core/fp';
import {
  type ExecutionContext,
  fillEnvironmentSecrets,
  type LoadedData,
  createUseCheck,
  noScript,
  type ScriptCalls,
  addRetainedVariables,
} from '@tandem/execution';

import type { GuardOf, PermitContext } from '../guards/environment-permit.js';
import { environmentPermit } from '../guards/guards-of-copies.js';
import type { CallContext } from '../call-context.js';
import { describeUnapprovedScripts } from '../trust/unapproved-scripts.js';

/** A saved request with all that an execution of it needs. */
export interface ExecutableRequest extends LoadedData {
  /** Of the workspace and environment; undefined if the request does not use them. */
  readonly jar: readonly JarCookie[] | undefined;
  /** Its own, or that of the call. */
  readonly script: string;
  /** Of all workspaces. */
  readonly secrets: readonly Secret[];
  readonly notes: readonly Diagnostic[];
  /** Of the environment and of its bases. */
  readonly guards: readonly GuardOf[];
  /** The saved request. */
  readonly saved: PendingRequest['request'];
  /** Of the saved request. */
  readonly folder: string;
  /** Of the request. */
  readonly tags: readonly string[];
  /** The ids of the requests that must have run before. */
  readonly needs: readonly string[];
  /** The names of its scripts that nobody has approved; then all of them get no secrets and may not send. */
  readonly unapproved?: readonly string[];
  /** What the scripts of its needs set and no environment keeps. */
  readonly carried?: Pick<Environment, 'variables' | 'secrets'>;
}

/** An execution that runs no scripts. */
export const removeScripts = (started: ExecutableRequest): ExecutableRequest => ({
  ...started,
  script: '',
  outerScripts: [],
  foreignScripts: [],
});

/** With what the scripts of its needs set, where no environment keeps that, and the values of those variables by name. */
export const applyCarriedChanges = (
  started: ExecutableRequest,
  changes: readonly EnvironmentChange[],
): { readonly started: ExecutableRequest; readonly variables: Readonly<Record<string, unknown>> } => {
  if (started.environment !== null || changes.length === 0) return { started, variables: {} };
  const carried = applyChanges({ variables: [], secrets: [] }, changes);
  const variables = { ...valuesOf(carried.secrets), ...exactValuesOf(carried.variables) };
  return { started: { ...started, carried }, variables };
};

/** Whether a script may use the global `cookies`; not that of a response. */
const canUseCookies = (scripts: readonly NamedScript[]): boolean =>
  scripts.some(({ text, foreign }) => (foreign ? /cookie/i : /(?<!\bres\.)\bcookies\b/).test(text));

/** What scripts of other tools can ask of the request and what is around it. */
const foreignView = (
  {
    workspace,
    connections,
    inherited,
    request,
    folder,
    tags,
    environment,
    bases,
  }: Pick<ExecutableRequest, keyof LoadedData | 'tags' | 'folder'>,
  kept: readonly RetainedVariable[],
  ports: Pick<Ports, 'processVariables'>,
): ForeignEnvironment => ({
  collection: scriptValuesOf(inherited.filter(({ from }) => from === '')),
  folder: scriptValuesOf(inherited.filter(({ from }) => from !== '' && from !== null)),
  request: scriptValuesOf(inherited.filter(({ from }) => from === null)),
  globals: scriptValuesOf(
    (environment?.variables ?? []).filter(({ name }) =>
      /^globals$/i.test(bases?.get(name) ?? environment?.name ?? ''),
    ),
  ),
  kept,
  collectionName: workspace.name,
  // A collection that was imported is a folder.
  location: [...(folder === '' ? [workspace.name] : folder.split('/')), request.name],
  cwd: workspace.path,
  tags,
  auth: request.auth.type,
  timeoutMs: request.settings.timeoutMs ?? null,
  isSequential: connections.scriptFlow === 'sequential',
  processVariables: ports.processVariables?.() ?? {},
});

/** The secrets that scripts get; their scripts share their globals, so what one may not read is kept from all of them. */
const secretsView = (
  secrets: ScriptEnvironment['secrets'],
  unapproved: readonly string[],
): Pick<ScriptEnvironment, 'secrets' | 'withheld'> =>
  unapproved.length === 0
    ? { secrets }
    : { secrets: {}, withheld: { names: Object.keys(secrets), why: describeUnapprovedScripts(unapproved) } };

const environmentView = (
  { environment, workspace, connections }: LoadedData,
  carried: ExecutableRequest['carried'],
  run: CallContext['run'],
  foreign: ForeignEnvironment | undefined,
  unapproved: readonly string[],
): ScriptEnvironment => ({
  workspace: workspace.id,
  name: environment?.name ?? null,
  variables: scriptValuesOf((environment ?? carried)?.variables ?? []),
  ...secretsView(valuesOf((environment ?? carried)?.secrets ?? []), unapproved),
  ...(connections.scriptFlow === 'sequential' ? { isSequential: true } : {}),
  ...(run === undefined ? {} : { run }),
  ...(foreign === undefined ? {} : { foreign }),
});

/** What the guards say about the requests of a run, for its context. */
const permitOf = (
  permitting: Omit<PermitContext, 'workspace' | 'environment'>,
  { workspace, environment }: LoadedData,
): Pick<ExecutionContext, 'permit'> => {
  const permit = environmentPermit({ ...permitting, workspace, environment });
  return permit === undefined ? {} : { permit };
};

/** Where variables of the call are from, or what may use them: what a run or a call gives is for all its requests, needs among them. */
const getVariableUses = (
  { variablesFrom }: CallContext,
  needs: ExecutableRequest['needs'],
  mayBeUsed: () => NonNullable<ExecutionContext['mayBeUsed']>,
): Pick<ExecutionContext, 'variablesFrom' | 'mayBeUsed'> => {
  if (variablesFrom !== undefined) return { variablesFrom };
  return needs.length > 0 ? {} : { mayBeUsed: mayBeUsed() };
};

/**
 * Gives `work` the context of a run, which has a share of the memory for bodies and a session of its scripts for as long.
 * @param calls answers what the scripts call; without it, all of that is refused
 */
export const withExecutionContext =
  (ports: Ports, input: ExecutionCall, call: CallContext, calls?: ScriptCalls) =>
  <A>(
    {
      script,
      secrets: stored,
      notes: _,
      needs,
      carried,
      jar,
      tags,
      guards,
      saved: about,
      unapproved = [],
      ...saved
    }: ExecutableRequest,
    work: (context: ExecutionContext) => Promise<E.Either<AppError, A>>,
  ): AppResult<A> => {
    call.met?.(stored);
    const kept = ports.keptVariables?.of(saved.workspace.id) ?? [];
    const { inherited } = saved;
    const loaded = {
      ...saved,
      inherited: addRetainedVariables(inherited, kept),
      memory: { kept, inherited },
    };
    const scripts = [...loaded.outerScripts, { name: null, text: script }, ...loaded.foreignScripts].filter(
      ({ text }) => text.trim() !== '',
    );
    const secrets = () => [
      ...stored,
      ...fillEnvironmentSecrets({ ...loaded, ports, input }),
      ...(calls?.secrets() ?? []),
    ];
    const within = async (session: ScriptSession): Promise<E.Either<AppError, A>> => {
      const share = ports.bodies?.open();
      const cookies = jar && (call.calling?.cookies ?? ports.http.openJar(jar, call.by));
      const context: ExecutionContext = {
        ...loaded,
        ports,
        input,
        session,
        signal: call.signal,
        scriptsUseCookies: canUseCookies(scripts),
        hidesSecrets: call.hidesSecrets ?? false,
        onText: call.hidesSecrets ? undefined : call.onText,
        ...(share === undefined ? {} : { share }),
        ...permitOf({ ports, call, guards, request: about, secrets }, loaded),
        ...(cookies === undefined ? {} : { cookies }),
        ...(call.by === undefined ? {} : { by: call.by }),
        ...getVariableUses(call, needs, () => createUseCheck(scripts, loaded.connections)),
      };
      calls?.begin(context);
      return work(context).finally(() => share?.release());
    };
    if (scripts.length === 0) return () => within(noScript);
    return () => {
      const readable = unapproved.length === 0 ? ports : {};
      const foreign =
        saved.foreignScripts.length > 0 ? foreignView({ ...saved, tags }, kept, readable) : undefined;
      const hidden = [...stored, ...fillEnvironmentSecrets({ ...loaded, ports, input })];
      const view = {
        ...environmentView(loaded, carried, call.run, foreign, unapproved),
        ...(hidden.length === 0 ? {} : { hidden }),
      };
      const inSession = (session: ScriptSession) => within(calls?.around(session) ?? session);
      return ports.scripts.withSession(scripts, view, call.signal, inSession, calls?.answer);
    };
  };
