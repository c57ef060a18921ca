import {
  type AppResult,
  joinPrompts,
  mayHavePrompts,
  type Ports,
  type RunPlan,
  getPromptVariable,
} from '@tandem/core';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';

import type { CallAnswers, CallContext } from '../call-context.js';
import { answerPrompts, type RequestPrompts } from '../environments/answer-prompts.js';
import { loadEnvironments } from '../environments/load-environments.js';
import { findAllPrompts } from '../executions/answer-execution.js';
import { loadSaved } from '../executions/execute.js';
import type { CheckedPlan } from './check-plan.js';

/** Whether a text outside the requests may contain a prompt: in the environments, in the folders, or in the plan. */
const hasPromptsOutsideRequests = (
  ports: Ports,
  { workspace, environments }: CheckedPlan,
  { variables, rows }: RunPlan,
): AppResult<boolean> =>
  taskEither(function* () {
    if (mayHavePrompts([variables ?? {}, rows ?? []])) return true;
    if (mayHavePrompts(yield* attempt(ports.store.folders.list(workspace.id)))) return true;
    for (const one of environments) {
      const loaded = yield* attempt(loadEnvironments(ports, workspace, one?.id ?? null));
      if (mayHavePrompts([loaded.environment?.variables, loaded.environment?.secrets])) return true;
    }
    return false;
  });

/**
 * Asks once, before anything is sent, for the prompts of all requests of a run in all its environments. Fields of a data row such as
 * `?Label` are answers too.
 */
export const answerRun = (
  ports: Ports,
  plan: RunPlan,
  checked: CheckedPlan,
  context: CallContext,
): AppResult<CallAnswers | undefined> =>
  taskEither(function* () {
    const { workspace, environments, selected } = checked;
    const isEverywhere = yield* attempt(hasPromptsOutsideRequests(ports, checked, plan));
    const asking = isEverywhere ? selected : selected.filter((one) => one.hasPrompts === true);
    if (asking.length === 0) {
      context.onPrompts?.([]);
      return undefined;
    }
    const variables = { ...plan.rows?.[0], ...plan.variables };
    const requests: RequestPrompts[] = [];
    for (const environment of environments)
      for (const { id } of asking) {
        const input = { id, workspaceId: workspace.id, environment: environment?.id ?? null, variables };
        // A request that cannot be loaded here fails when the run comes to it.
        const found = pipe(
          loadSaved(ports)(input, context),
          TE.flatMap((loaded) => findAllPrompts(ports, loaded, input, context, loadSaved(ports))),
          TE.getOrElse(() => () => Promise.resolve<readonly RequestPrompts[]>([])),
        );
        requests.push(...(yield* perform(found)));
      }
    context.onPrompts?.(joinPrompts(requests.flatMap((one) => one.prompts)).map(({ label }) => label));
    const names = environments.flatMap((one) => one?.name ?? []);
    const environment = names.length === 0 ? undefined : names.join(', ');
    const hasAnswer = (label: string): boolean =>
      plan.rows?.every((row) => Object.hasOwn(row, getPromptVariable(label))) ?? false;
    const prompted = { workspace, environment, requests, variables: plan.variables ?? {}, hasAnswer };
    return yield* attempt(answerPrompts(ports, prompted, context));
  });
