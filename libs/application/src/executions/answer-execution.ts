import type { AppResult, CallSecrets, ExecutionCall, Ports } from '@tandem/core';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import {
  answerPrompts,
  findPromptsOfExecution,
  listPromptingDependencies,
  type RequestPrompts,
} from '../environments/answer-prompts.js';
import type { AnyExecuteArguments } from './execute-arguments.js';
import type { LoadedExecution } from './load-execution.js';

/** Loads a saved request of any kind as an execution would. */
type LoadSaved = (input: AnyExecuteArguments, call: CallContext) => AppResult<LoadedExecution>;

/** An execution that may have to ask a person before it begins. */
interface AskingExecution<I extends ExecutionCall> {
  readonly ports: Ports;
  readonly input: I;
  readonly call: CallContext;
  /** The secrets to redact in the result. */
  readonly secrets: CallSecrets;
}

/**
 * The prompts of an execution: those of the request, and those of its dependencies that have no answer yet. Ignores a dependency that
 * cannot be loaded, because the execution reports that itself.
 */
export const findAllPrompts = (
  ports: Ports,
  loaded: LoadedExecution,
  input: ExecutionCall,
  call: CallContext,
  load: LoadSaved,
): AppResult<readonly RequestPrompts[]> =>
  taskEither(function* () {
    const found = [findPromptsOfExecution(ports, loaded, input)];
    const hasDependencies = loaded.needs.length > 0 && input.needs !== 'skip' && call.answers === undefined;
    const ids = hasDependencies ? yield* attempt(listPromptingDependencies(ports, loaded)) : [];
    for (const id of ids) {
      const { workspace, environment } = loaded;
      const one = { id, workspaceId: workspace.id, environment: environment?.id ?? null };
      const dependency = pipe(
        load(one, call),
        TE.match(
          () => [],
          (known) => [findPromptsOfExecution(ports, known, { variables: input.variables ?? {} })],
        ),
      );
      found.push(...(yield* perform(dependency)));
    }
    return found;
  });

/** Asks for the prompts of an execution before anything is sent. The answers are variables of the call. */
export const answerExecution = <I extends ExecutionCall>(
  { ports, input, call, secrets }: AskingExecution<I>,
  loaded: LoadedExecution,
  load: LoadSaved,
): AppResult<{ readonly input: I; readonly call: CallContext }> =>
  taskEither(function* () {
    const { variables = {} } = input;
    const requests = yield* attempt(findAllPrompts(ports, loaded, input, call, load));
    const { workspace, environment } = loaded;
    const prompted = { workspace, environment: environment?.name, requests, variables };
    const answers = yield* attempt(answerPrompts(ports, prompted, call));
    secrets.add(answers.secrets);
    const isAnswered = Object.keys(answers.variables).length > 0;
    const filled = isAnswered ? { ...input, variables: { ...answers.variables, ...variables } } : input;
    return { input: filled, call: { ...call, answers } };
  });
