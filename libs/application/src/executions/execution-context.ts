import {
  type AppError,
  type AppResult,
  type CallSecrets,
  createCallSecrets,
  type ExecutionCall,
  type ForeignEnvironment,
  type NamedScript,
  type Ports,
  type RetainedVariable,
  type ScriptEnvironment,
  type ScriptSession,
  toScriptValues,
  indexValues,
} from '@tandem/core';
import type { E } from '@tandem/core/fp';
import {
  addRetainedVariables,
  createUseCheck,
  type ExecutionContext,
  type LoadedData,
  noScript,
  type ScriptCalls,
  secretsOfEnvironment,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import type { PermitContext } from '../guards/environment-permit.js';
import { createEnvironmentPermit } from '../guards/guards-of-copies.js';
import { describeUnapprovedScripts } from '../trust/unapproved-scripts.js';
import type { LoadedExecution } from './load-execution.js';

/** Whether a script may use the global `cookies`, not those of a response. */
const canUseCookies = (scripts: readonly NamedScript[]): boolean =>
  scripts.some(({ text, foreign }) => (foreign ? /cookie/i : /(?<!\bres\.)\bcookies\b/).test(text));

/** What scripts of other tools can query about the request and its context. */
const toForeignView = (
  { workspace, connections, inherited, request, folder, tags, environment, bases }: LoadedExecution,
  kept: readonly RetainedVariable[],
  processVariables: ForeignEnvironment['processVariables'],
): ForeignEnvironment => ({
  collection: toScriptValues(inherited.filter(({ from }) => from === '')),
  folder: toScriptValues(inherited.filter(({ from }) => from !== '' && from !== null)),
  request: toScriptValues(inherited.filter(({ from }) => from === null)),
  globals: toScriptValues(
    (environment?.variables ?? []).filter(({ name }) =>
      /^globals$/i.test(bases?.get(name) ?? environment?.name ?? ''),
    ),
  ),
  kept,
  collectionName: workspace.name,
  // An imported collection is a folder.
  location: [...(folder === '' ? [workspace.name] : folder.split('/')), request.name],
  cwd: workspace.path,
  tags,
  auth: request.auth.type,
  timeoutMs: request.settings.timeoutMs ?? null,
  isSequential: connections.scriptFlow === 'sequential',
  processVariables,
});

/**
 * The secrets that scripts receive. Scripts share globals, so a secret that one may not read is withheld from all.
 */
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

/** What the guards report about the requests of a run, for its context. */
const permitOf = (
  permitting: Omit<PermitContext, 'workspace' | 'environment'>,
  { workspace, environment }: LoadedData,
): Pick<ExecutionContext, 'permit'> => {
  const permit = createEnvironmentPermit({ ...permitting, workspace, environment });
  return permit === undefined ? {} : { permit };
};

/**
 * The source of the call's variables, or what may use them. Those of a run or a call apply to all its requests,
 * including dependencies.
 */
const getVariableUses = (
  { variablesFrom }: CallContext,
  needs: LoadedExecution['needs'],
  mayBeUsed: () => NonNullable<ExecutionContext['mayBeUsed']>,
): Pick<ExecutionContext, 'variablesFrom' | 'mayBeUsed'> => {
  if (variablesFrom !== undefined) return { variablesFrom };
  return needs.length > 0 ? {} : { mayBeUsed: mayBeUsed() };
};

/** What an execution is created for. */
export interface ExecutionSetup {
  readonly ports: Ports;
  readonly input: ExecutionCall;
  readonly call: CallContext;
  /** What is hidden in everything that the execution reports. */
  readonly secrets: CallSecrets;
  /** Handles the calls of scripts. Without it, all of them are refused. */
  readonly calls?: ScriptCalls;
}

/** The scripts of an execution in the order in which they run. */
const scriptsIn = ({ outerScripts, script, foreignScripts }: LoadedExecution): readonly NamedScript[] =>
  [...outerScripts, { name: null, text: script }, ...foreignScripts].filter(({ text }) => text.trim() !== '');

/** Includes the variables that other tools' scripts hold in memory. */
const addMemory = (loaded: LoadedExecution, kept: readonly RetainedVariable[]): LoadedExecution => ({
  ...loaded,
  inherited: addRetainedVariables(loaded.inherited, kept),
  memory: { kept, inherited: loaded.inherited },
});

/**
 * Runs `work` with the context of an execution, which holds a share of the body memory and a script session until
 * `work` ends.
 */
export const withExecutionContext = <A>(
  { ports, input, call, secrets, calls }: ExecutionSetup,
  saved: LoadedExecution,
  work: (context: ExecutionContext) => AppResult<A>,
): AppResult<A> => {
  const kept = ports.keptVariables.of(saved.workspace.id);
  const loaded = addMemory(saved, kept);
  const { jar, needs, guards, saved: request, unapproved = [], ...data } = loaded;
  const scripts = scriptsIn(loaded);
  secrets.add(loaded.secrets);
  const own = createCallSecrets(secrets);
  own.add(secretsOfEnvironment({ ...loaded, ports, input }));
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
      hidesSecrets: call.hidesSecrets ?? false,
      onText: call.hidesSecrets ? undefined : call.onText,
      share,
      ...permitOf({ ports, call, guards, request, secrets: secrets.all }, loaded),
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
    const readable = unapproved.length === 0 ? ports.processVariables() : {};
    const foreign = loaded.foreignScripts.length > 0 ? toForeignView(saved, kept, readable) : undefined;
    const hidden = secrets.all();
    const view = {
      ...toEnvironmentView(loaded, call.run, foreign, unapproved),
      ...(hidden.length === 0 ? {} : { hidden }),
    };
    const inSession = (session: ScriptSession) => within(calls?.around(session) ?? session);
    return ports.scripts.withSession(scripts, view, call.signal, inSession, calls?.answer);
  };
};
