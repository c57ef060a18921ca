import {
  describe,
  type EnvironmentChange,
  type ExecutionResult,
  type Ports,
  type RunEntry,
  type RunPlan,
  type Workspace,
} from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { CallContext } from '../usecases/call-context.js';
import { executeInRun } from '../usecases/execute.js';
import type { EndedInRun } from '../usecases/meet-needs.js';
import { executedEntry, type Pass, refusedEntry, skippedEntry } from './entry.js';
import type { Selected } from './select-requests.js';

/** How a pass goes through its requests. */
export interface Passing {
  readonly ports: Ports;
  readonly workspace: Workspace;
  readonly plan: RunPlan;
  readonly context: CallContext;
  /** Why no more requests should start; undefined while they should. */
  readonly whyStopped: () => string | undefined;
  readonly onStart: (one: Selected) => void;
  /** Receives each entry and, if it was executed, its result. */
  readonly onEnd: (entry: RunEntry, result?: ExecutionResult) => void;
}

/** The values of variables that scripts of a pass have set, which win over those of folders and requests. */
type Carried = Map<string, string>;

const carry = (carried: Carried, changes: readonly EnvironmentChange[]): void => {
  for (const { kind, name, value } of changes) {
    if (kind !== 'variable') continue;
    if (value === null) carried.delete(name);
    else carried.set(name, value);
  }
};

const hasFailed = ({ outcome }: RunEntry): boolean => outcome === 'failed' || outcome === 'error';

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms === 0 || signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

const attempt = (passing: Passing, pass: Pass, one: Selected, ended: EndedInRun, carried: Carried) => {
  const { ports, workspace, plan, context } = passing;
  const { variables, timeoutMs } = plan;
  const call = {
    workspaceId: workspace.id,
    environment: pass.environment?.id ?? null,
    variables: { ...Object.fromEntries(carried), ...pass.row, ...variables },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  return executeInRun(ports, ended).any({ id: one.id, ...call }, context)();
};

/** Executes a request, again while it fails and the plan allows it. */
const executeOne = async (
  passing: Passing,
  pass: Pass,
  one: Selected,
  ended: EndedInRun,
  carried: Carried,
): Promise<{ readonly entry: RunEntry; readonly result?: ExecutionResult }> => {
  const most = (passing.plan.retry ?? 0) + 1;
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(passing, pass, one, ended, carried);
    if (E.isLeft(outcome)) return { entry: refusedEntry(one, pass, describe(outcome.left), attempts) };
    const { result, changes } = outcome.right;
    carry(carried, changes);
    const entry = executedEntry(one, pass, result, attempts);
    if (!hasFailed(entry) || attempts >= most || passing.context.signal.aborted) return { entry, result };
  }
};

/** Executes the requests of a pass one after the other. What another one needed is not executed again. */
export const goThrough = async (
  passing: Passing,
  pass: Pass,
  selected: readonly Selected[],
): Promise<void> => {
  const { plan, context, whyStopped, onStart, onEnd } = passing;
  const ended: EndedInRun = new Map();
  const own = new Set<string>();
  const carried: Carried = new Map();
  for (const [index, one] of selected.entries()) {
    const already = own.has(one.id) ? undefined : ended.get(one.id);
    own.add(one.id);
    if (already === undefined && index > 0) await waited(plan.delayMs ?? 0, context.signal);
    const why = whyStopped();
    if (already !== undefined) onEnd(executedEntry(one, pass, already.result, 1), already.result);
    else if (why !== undefined) onEnd(skippedEntry(one, pass, why));
    else {
      onStart(one);
      const { entry, result } = await executeOne(passing, pass, one, ended, carried);
      onEnd(entry, result);
    }
  }
};
