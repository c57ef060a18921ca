import {
  countRun,
  hasFailed,
  type Ports,
  type RunEntry,
  type RunEvent,
  type RunPlan,
  runLimits,
  type RunReport,
  type RunStart,
  type RetainedVariable,
  type RetainedVariables,
} from '@tandem/core';

import type { CallContext } from '../call-context.js';
import type { FinishedExecution } from '../executions/dependencies.js';
import type { CheckedPlan, ChosenEnvironment, RunInput } from './check-plan.js';
import { type Pass, toUnreadableEntry } from './entry.js';
import { createIterationStore } from './iteration-store.js';
import { executePass, type PassContext } from './pass.js';
import { type RunSecrets, collectRunSecrets } from './redact.js';
import type { SelectedRequest } from './select-requests.js';
import { storeRun } from './stored-runs.js';

/**
 * The variables that the scripts of one iteration keep in memory, on top of those from before the run. Other iterations do not see them.
 */
export const createIterationVariables = (below: RetainedVariables): RetainedVariables => {
  const workspaces = new Map<string, RetainedVariable[]>();
  const of = (workspaceId: string): RetainedVariable[] => {
    const known = workspaces.get(workspaceId) ?? [...below.of(workspaceId)];
    workspaces.set(workspaceId, known);
    return known;
  };
  return {
    of: (workspaceId) => [...of(workspaceId)],
    keep: (workspaceId, changes) => {
      const stored = of(workspaceId);
      for (const one of changes) {
        const at = stored.findIndex(({ scope, name }) => scope === one.scope && name === one.name);
        if (at >= 0) stored.splice(at, 1);
        stored.push(one);
      }
    },
  };
};

/** Receives the events of a run in order. */
export type RunListener = (event: RunEvent) => void;

/** Lists the passes of a plan: for each iteration, one in each environment. */
export const listPasses = (
  { rows, iterations = 1 }: RunPlan,
  environments: readonly ChosenEnvironment[],
): readonly Pass[] => {
  const list = rows ?? Array.from({ length: iterations }, () => undefined);
  return list.flatMap((row, index) =>
    environments.map((environment) => ({
      iteration: index + 1,
      environment,
      ...(row === undefined ? {} : { row }),
    })),
  );
};

/** The name of a run: that of its plan, or else that of its selection. Missing if neither has a name. */
const getName = (
  { name, select = {}, shard }: RunPlan,
  selected: readonly SelectedRequest[],
): string | undefined => {
  if (name !== undefined) return name;
  const [only, another] = selected;
  if (only !== undefined && another === undefined && shard === undefined) return only.name;
  const { folders = [], files = [], tags = [] } = select;
  return [folders, files, tags].find((some) => some.some((one) => one !== ''))?.join(', ');
};

const toRunName = (name: string): Pick<RunStart, 'name'> =>
  name === '' ? {} : { name: name.slice(0, runLimits.name) };

const getStart = (ports: Ports, plan: RunPlan, checked: CheckedPlan, { text }: RunSecrets): RunStart => ({
  id: `run_${ports.ids.next()}`,
  ...toRunName(text(getName(plan, checked.selected) ?? '')),
  workspace: text(checked.workspace.name),
  startedAt: ports.clock.now().toISOString(),
  plan: {
    requests: checked.selected.length,
    iterations: plan.rows?.length ?? plan.iterations ?? 1,
    environments: checked.environments.map((one) => (one === null ? null : text(one.name))),
    parallel: plan.parallel ?? 1,
    requireTests: plan.requireTests ?? false,
  },
});

/** Replaces the ports that store something, so that nothing outside an iteration sees its changes. */
const toIterationPorts = (ports: Ports): Ports => ({
  ...ports,
  store: createIterationStore(ports.store),
  retainedVariables: createIterationVariables(ports.retainedVariables),
});

/** Runs `work` for each item in order, at most `most` at the same time. */
const forEachInParallel = async <A>(
  items: readonly A[],
  most: number,
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
};

/** Records the progress of a run for its report, with secrets redacted. */
const createRunLog = ({ bail }: RunPlan, { signal, secrets: outer }: CallContext, listener: RunListener) => {
  const secrets = collectRunSecrets(outer);
  const entries: RunEntry[] = [];
  let failed = 0;
  let stopped: string | undefined;
  return {
    secrets,
    entries,
    /** Says why no more requests should start. Undefined while they should. */
    whyStopped: (): string | undefined => {
      if (signal.aborted) return 'the run was stopped';
      return bail !== undefined && failed >= bail
        ? `${failed} ${failed === 1 ? 'request' : 'requests'} failed before`
        : stopped;
    },
    onStop: ({ path }: SelectedRequest, reason: string): void => {
      stopped ??= `the script of ${path} stopped the run: ${reason}`;
    },
    onStart: (pass: Pass, { id, path }: SelectedRequest): void => {
      const environment = secrets.pass(pass).environment?.name ?? null;
      const entry = { id, path: secrets.text(path), iteration: pass.iteration, environment };
      listener({ kind: 'request-started', entry });
    },
    onEnd: (entry: RunEntry, { result, sent }: Partial<FinishedExecution>): void => {
      if (hasFailed(entry)) failed += 1;
      entries.push(entry);
      const executed = {
        ...(result === undefined ? {} : { result }),
        ...(sent === undefined ? {} : { sent }),
      };
      listener({ kind: 'request-ended', entry, ...executed });
    },
  };
};

/**
 * The context in which a pass executes its requests, with the secrets of the run. Each pass has a signal of its own: many passes at once
 * would otherwise add more listeners to one signal than Node considers normal.
 */
const toPassContext = ({ onText: _, ...context }: CallContext, secrets: RunSecrets): CallContext => ({
  ...context,
  signal: AbortSignal.any([context.signal]),
  redactsSecrets: true,
  progress: () => undefined,
  secrets,
});

/** Executes the requests of a checked plan, reports each to the listener, and stores the report. */
export const followPlan = async (
  ports: Ports,
  { plan, unreadable = [] }: Pick<RunInput, 'plan' | 'unreadable'>,
  checked: CheckedPlan,
  context: CallContext,
  listener: RunListener,
): Promise<RunReport> => {
  const { selected, workspace, environments } = checked;
  const began = ports.clock.now().getTime();
  const log = createRunLog(plan, context, listener);
  log.secrets.add([...checked.secrets, ...(context.answers?.secrets ?? [])]);
  const start = getStart(ports, plan, checked, log.secrets);
  const passes = listPasses(plan, environments);
  const isStored = plan.persist ?? (passes.length === 1 && plan.rows === undefined);
  listener({ kind: 'started', run: start });
  await forEachInParallel(passes, plan.parallel ?? 1, (pass) => {
    const passing: PassContext = {
      ports: isStored ? ports : toIterationPorts(ports),
      workspace,
      id: start.id,
      plan,
      context: toPassContext(context, log.secrets),
      secrets: log.secrets,
      whyStopped: log.whyStopped,
      onStart: (one) => {
        const total = Math.max(passes.length * selected.length, log.entries.length + 1);
        context.progress(log.entries.length, total, log.secrets.text(one.name));
        log.onStart(pass, one);
      },
      onStop: log.onStop,
      onEnd: log.onEnd,
    };
    return executePass(passing, pass, selected);
  });
  const { text } = log.secrets;
  for (const { path, message, ...file } of unreadable)
    log.onEnd(toUnreadableEntry({ ...file, path: text(path), message: text(message) }), {});
  const connections = ports.connectionsInForce().map((one) => log.secrets.text(one));
  const report = await storeRun(ports, workspace, {
    format: 1,
    ...start,
    durationMs: ports.clock.now().getTime() - began,
    ...countRun(log.entries, plan.requireTests ?? false),
    requests: log.entries,
    ...(connections.length === 0 ? {} : { connections }),
    ...(context.signal.aborted ? { isInterrupted: true } : {}),
  });
  listener({ kind: 'ended', report });
  return report;
};
