import {
  type AppResult,
  countRun,
  type ExecutionResult,
  hasFailed,
  invalidInput,
  type Ports,
  type RunEntry,
  type RunEvent,
  type RunPlan,
  type RunReport,
  type RunStart,
  type Secret,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../usecases/call-context.js';
import { loadEnvironments } from '../usecases/load-environments.js';
import { resolveWorkspace } from '../usecases/resolve-workspace.js';
import { knownSecrets } from '../usecases/secrets.js';
import type { Pass } from './entry.js';
import { iterationStore } from './iteration-store.js';
import { needCircle } from './need-circle.js';
import { goThrough, type Passing } from './pass.js';
import { type RunSecrets, runSecrets } from './redact.js';
import { storeRun } from './stored-runs.js';
import { type Selected, selectRequests } from './select-requests.js';

/** A plan, and the workspace in which it runs. */
export interface RunInput {
  readonly workspaceId?: string;
  readonly plan: RunPlan;
}

/** Receives what happens during a run, in order. */
export type RunListener = (event: RunEvent) => void;

type Chosen = Pass['environment'];

/** A plan that was checked, with all that it names. */
interface Checked {
  readonly workspace: Workspace;
  readonly environments: readonly Chosen[];
  readonly selected: readonly Selected[];
  /** The stored secrets of all workspaces. */
  readonly secrets: readonly Secret[];
}

/** The environments of a plan; the active one, or none, if it names none. */
const environmentsOf = (
  ports: Ports,
  workspace: Workspace,
  wanted: RunPlan['environments'],
): AppResult<readonly Chosen[]> => {
  const refs = wanted === undefined || wanted.length === 0 ? [undefined] : wanted;
  return TE.sequenceSeqArray(
    refs.map((ref) =>
      pipe(
        loadEnvironments(ports, workspace, ref),
        TE.map(({ environment }) =>
          environment === null ? null : { id: environment.id, name: environment.name },
        ),
      ),
    ),
  );
};

const withoutCircles = (selected: readonly Selected[]): AppResult<readonly Selected[]> => {
  const names = needCircle(selected);
  if (names === undefined) return TE.right(selected);
  const said = { expected: 'needs without a circle', got: names };
  const words = `selects requests that need each other: ${names.join(' → ')}. Take one of them out of the needs of another`;
  return TE.left(invalidInput('select', words, said));
};

/** Checks a plan before anything is sent. */
const check = (ports: Ports, { workspaceId, plan }: RunInput): AppResult<Checked> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
    // Nothing runs whose secrets could not be hidden.
    TE.bind('secrets', () => knownSecrets(ports)),
    TE.bind('environments', ({ workspace }) => environmentsOf(ports, workspace, plan.environments)),
    TE.bind('selected', ({ workspace }) => selectRequests(ports, workspace, plan)),
    TE.tap(({ selected }) => withoutCircles(selected)),
    TE.tap(() => {
      if (plan.rows === undefined || plan.iterations === undefined) return TE.right(undefined);
      const said = { expected: 'rows or iterations', got: plan.iterations };
      return TE.left(invalidInput('iterations', 'cannot be used with rows; each row is one iteration', said));
    }),
    TE.tap(() => {
      const said = { expected: 'at least one row', got: [] };
      return plan.rows?.length === 0
        ? TE.left(invalidInput('rows', 'has no rows, so nothing would run', said))
        : TE.right(undefined);
    }),
  );

/** The passes of a plan: for each iteration one in every environment. */
const passesOf = ({ rows, iterations = 1 }: RunPlan, environments: readonly Chosen[]): readonly Pass[] => {
  const list = rows ?? Array.from({ length: iterations }, () => undefined);
  return list.flatMap((row, index) =>
    environments.map((environment) => ({
      iteration: index + 1,
      environment,
      ...(row === undefined ? {} : { row }),
    })),
  );
};

const startOf = (ports: Ports, { plan }: RunInput, checked: Checked, { text }: RunSecrets): RunStart => ({
  id: `run_${ports.ids.next()}`,
  workspace: text(checked.workspace.name),
  startedAt: ports.clock.now().toISOString(),
  plan: {
    requests: checked.selected.length,
    iterations: plan.rows?.length ?? plan.iterations ?? 1,
    environments: checked.environments.map((one) => one?.name ?? null),
    parallel: plan.parallel ?? 1,
    requireTests: plan.requireTests ?? false,
  },
});

/** Does `work` for each item, at most `most` at the same time, in their order. */
const inParallel = async <A>(
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

/** What a run has done so far, with its secrets hidden. */
const runLog = ({ bail }: RunPlan, { signal }: CallContext, listener: RunListener) => {
  const secrets = runSecrets();
  const entries: RunEntry[] = [];
  let failed = 0;
  let stopped: string | undefined;
  return {
    secrets,
    entries,
    /** Why no more requests should start. */
    whyStopped: (): string | undefined => {
      if (signal.aborted) return 'the run was stopped';
      return bail !== undefined && failed >= bail
        ? `${failed} ${failed === 1 ? 'request' : 'requests'} failed before`
        : stopped;
    },
    onStop: ({ path }: Selected, reason: string): void => {
      stopped ??= `the script of ${path} stopped the run: ${reason}`;
    },
    onStart: (pass: Pass, { id, path }: Selected): void => {
      const environment = pass.environment?.name ?? null;
      const entry = { id, path: secrets.text(path), iteration: pass.iteration, environment };
      listener({ kind: 'request-started', entry });
    },
    onEnd: (whole: RunEntry, result?: ExecutionResult): void => {
      const entry = secrets.entry(whole);
      if (hasFailed(entry)) failed += 1;
      entries.push(entry);
      listener({ kind: 'request-ended', entry, ...(result === undefined ? {} : { result }) });
    },
  };
};

/** The call of each execution of a run, which adds the secrets that it meets to those of the run. */
const contextOf = ({ onText: _, ...context }: CallContext, { add }: RunSecrets): CallContext => ({
  ...context,
  hidesSecrets: true,
  progress: () => undefined,
  met: (some) => {
    add(some);
    context.met?.(some);
  },
});

const follow = async (
  ports: Ports,
  input: RunInput,
  checked: Checked,
  context: CallContext,
  listener: RunListener,
): Promise<RunReport> => {
  const { plan } = input;
  const { selected, workspace, environments } = checked;
  const began = ports.clock.now().getTime();
  const log = runLog(plan, context, listener);
  log.secrets.add(checked.secrets);
  const start = startOf(ports, input, checked, log.secrets);
  const passes = passesOf(plan, environments);
  const isStored = plan.persist ?? passes.length === 1;
  listener({ kind: 'started', run: start });
  await inParallel(passes, plan.parallel ?? 1, (pass) => {
    const passing: Passing = {
      ports: isStored ? ports : { ...ports, store: iterationStore(ports.store) },
      workspace,
      id: start.id,
      plan,
      context: contextOf(context, log.secrets),
      whyStopped: log.whyStopped,
      onStart: (one) => {
        const total = Math.max(passes.length * selected.length, log.entries.length + 1);
        context.progress(log.entries.length, total, log.secrets.text(one.name));
        log.onStart(pass, one);
      },
      onStop: log.onStop,
      onEnd: log.onEnd,
    };
    return goThrough(passing, pass, selected);
  });
  const report = await storeRun(ports, workspace, {
    format: 1,
    ...start,
    durationMs: ports.clock.now().getTime() - began,
    ...countRun(log.entries, plan.requireTests ?? false),
    requests: log.entries,
    ...(context.signal.aborted ? { isInterrupted: true } : {}),
  });
  listener({ kind: 'ended', report });
  return report;
};

/**
 * Runs a plan: checks it, executes its requests and reports each to the listener. The call is refused before anything is sent if a name is
 * unknown, the selection is empty, or requests need each other in a circle. What fails later is in the report.
 */
export const runPlan =
  (ports: Ports) =>
  (input: RunInput, context: CallContext, listener: RunListener = () => undefined): AppResult<RunReport> =>
    pipe(
      check(ports, input),
      TE.flatMapTask((checked) => () => follow(ports, input, checked, context, listener)),
    );
