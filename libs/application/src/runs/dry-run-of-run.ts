import { type AppResult, createRedactor, DryRun, type Ports, type RunPlan } from '@tandem/core';
import { Int, struct, t } from '@tandem/core/codec';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { dryRunRequest } from '../executions/dry-run.js';
import { createPassCall, getPassRun, listVariableOrigins } from './call-of-pass.js';
import { type CheckedPlan, checkPlan, type RunInput } from './check-plan.js';
import type { Pass } from './entry.js';
import { listPasses } from './follow-plan.js';
import type { SelectedRequest } from './select-requests.js';

/** Maximum number of requests in the dry run of a run, and of bytes of each body. */
const dryRunLimits = { requests: 50, bodyBytes: 1_024 } as const;

const { dryRun: _mark, ...dryRunFields } = DryRun.required;

/** The requests that a run would send, as far as they are known before it. */
export const RunDryRun = struct(
  'a dry run of a run',
  {
    dryRun: t.literal(true),
    counts: struct('how many', { total: Int, sendable: Int, mocked: Int, refused: Int }),
    requests: t.readonlyArray(
      struct('a request of a dry run', {
        path: t.string,
        iteration: Int,
        ...dryRunFields,
      }),
    ),
  },
  /** How many more requests the run would send. */
  { omitted: Int },
);
export interface RunDryRun extends Omit<t.TypeOf<typeof RunDryRun>, 'requests'> {
  readonly requests: readonly DryRunEntry[];
}

type DryRunEntry = Omit<DryRun, 'dryRun'> & { readonly path: string; readonly iteration: number };

interface DryRunContext {
  readonly ports: Ports;
  readonly plan: RunPlan;
  readonly checked: CheckedPlan;
  readonly context: CallContext;
}

const dryRunSelected = (
  { ports, plan, checked, context: { onText: _, ...context } }: DryRunContext,
  pass: Pass,
  { id, path }: SelectedRequest,
): AppResult<DryRunEntry> => {
  const given = { carried: new Map<string, unknown>(), row: pass.row ?? {} };
  const call = {
    ...createPassCall(plan, pass, checked.workspace, given),
    maxBodyBytes: dryRunLimits.bodyBytes,
  };
  const requestContext = {
    ...context,
    redactsSecrets: true,
    progress: () => undefined,
    run: getPassRun(plan, pass, 'dry', 1),
    variablesFrom: listVariableOrigins(plan, given),
  };
  return pipe(
    dryRunRequest(ports)({ id, ...call }, requestContext),
    TE.map(({ dryRun: _dry, ...one }) => ({ path, iteration: pass.iteration, ...one })),
  );
};

const dryRunAll = (running: DryRunContext): AppResult<RunDryRun> => {
  const { plan, checked, context } = running;
  const all = listPasses(plan, checked.environments).flatMap((pass) =>
    checked.selected.map((one) => [pass, one] as const),
  );
  const counts = { total: all.length, sendable: 0, mocked: 0, refused: 0 };
  const requests: DryRunEntry[] = [];
  const { text } = createRedactor(checked.secrets);
  return taskEither(function* () {
    for (const [index, [pass, one]] of all.entries()) {
      if (context.signal.aborted) break;
      context.progress(index, all.length, one.name);
      const entry = yield* attempt(dryRunSelected(running, pass, one));
      counts[entry.error !== null ? 'refused' : entry.mocked ? 'mocked' : 'sendable'] += 1;
      if (requests.length < dryRunLimits.requests) requests.push({ ...entry, path: text(entry.path) });
    }
    const omitted = all.length - requests.length;
    return { dryRun: true as const, counts, requests, ...(omitted === 0 ? {} : { omitted }) };
  });
};

/** Makes a dry run of each request of a plan, in order. Sends and stores nothing, so no request sees what another one would set. */
export const dryRunPlan =
  (ports: Ports) =>
  (input: RunInput, context: CallContext): AppResult<RunDryRun> =>
    pipe(
      checkPlan(ports, input),
      TE.flatMap((checked) => dryRunAll({ ports, plan: input.plan, checked, context })),
    );
