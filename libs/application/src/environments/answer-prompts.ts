import {
  type AppError,
  type AppResult,
  type Diagnostic,
  everyKind,
  type ExecutionCall,
  type ExecutionFault,
  findPrompts,
  findVariableText,
  getPromptVariable,
  joinPrompts,
  mayHavePrompts,
  type Ports,
  type PreparedRequest,
  type Prompt,
  type PromptQuestion,
  type PromptRefusal,
  toTypedText,
  type Workspace,
} from '@tandem/core';
import { getOwnValue, isJsonObject, removeJsonComments } from '@tandem/core/codec';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import { addRetainedVariables, createVariableLookup } from '@tandem/execution';

import { askDirectly, type CallAnswers, type CallContext } from '../call-context.js';
import type { LoadedExecution } from '../executions/load-execution.js';

/** The prompts of one request, and what the form shows about that request. */
export interface RequestPrompts {
  readonly request: PromptQuestion['pending']['requests'][number];
  readonly prompts: readonly Prompt[];
}

/** Whether a variable of the call, a data row or an environment has the name of the prompt, so that nobody needs to be asked. */
type HasAnswer = (label: string) => boolean;

/**
 * Lists the texts whose variables an execution replaces: those of the request, its inherited fields and its connection settings, and the
 * arguments of the call.
 */
const listTexts = (
  loaded: LoadedExecution,
  { pathParams, queryParams }: ExecutionCall,
): readonly unknown[] => {
  const { method, url, pathParams: own, queryParams: query, headers, body, auth } = loaded.request;
  const variables = loaded.foreignScripts.filter(({ foreign }) => foreign?.event === 'variables');
  const scripts = variables.map(({ text }) => text);
  const { connections } = loaded;
  // Comments in JSON are not sent, so nobody is asked for the prompts in them.
  const sent = body.type === 'json' ? { ...body, content: removeJsonComments(body.content) } : body;
  return [url, method, own, query, headers, auth, sent, pathParams, queryParams, connections, scripts];
};

/** The prompts whose answers an execution of a loaded request would use. */
export const findPromptsOfExecution = (
  { retainedVariables }: Pick<Ports, 'retainedVariables'>,
  loaded: LoadedExecution,
  input: ExecutionCall,
): RequestPrompts => {
  const { environment, request, saved } = loaded;
  const inherited = addRetainedVariables(loaded.inherited, retainedVariables.of(loaded.workspace.id));
  const lookUp = createVariableLookup({ overrides: input.variables, inherited, environment });
  const prompts = findPrompts(listTexts(loaded, input), (name) => findVariableText(name, lookUp));
  const { method, url } = request;
  return { request: { id: saved.id, name: saved.name, method, url }, prompts };
};

const markStart = '‹prompt:';

/** Whether a text contains the placeholder of an answer. */
export const hasPromptMark = (text: string): boolean => text.includes(markStart);

/** Whether an error is about the placeholder of an answer, also in the header that it names. */
export const isAboutPromptMark = (
  { message, details }: ExecutionFault,
  { headers }: Pick<PreparedRequest, 'headers'>,
): boolean => {
  const header = isJsonObject(details) ? details.name : undefined;
  return hasPromptMark(message) || headers.some(([name, value]) => name === header && hasPromptMark(value));
};

/** Marks the prompts in a dry run: they have placeholders instead of answers. */
export const createPromptMarks = (ports: Ports, loaded: LoadedExecution, input: ExecutionCall) => {
  const { variables = {} } = input;
  const { prompts } = findPromptsOfExecution(ports, loaded, input);
  const asked = prompts.filter(({ label, names }) =>
    [getPromptVariable(label), ...names].every((name) => !Object.hasOwn(variables, name)),
  );
  const marks = prompts.flatMap(({ label, names }) => {
    const mark = getOwnValue(variables, getPromptVariable(label)) ?? `${markStart}${label}›`;
    return names.map((name) => [name, mark] as const);
  });
  const labels = asked.map(({ label }) => label).join(', ');
  const note: Diagnostic = {
    code: 'PROMPT_NOT_ASKED',
    message: `An execution would ask a person for ${labels}. This dry run asked nobody, and a mark stands in its place.`,
    where: 'variables',
  };
  return {
    variables: { ...Object.fromEntries(marks), ...variables },
    notes: asked.length === 0 ? [] : [note],
  };
};

/** A call whose prompts must be answered before anything is sent. */
export interface PromptedCall {
  readonly workspace: Workspace;
  /** The names of the environments, which the form shows. */
  readonly environment: string | undefined;
  readonly requests: readonly RequestPrompts[];
  /** The variables that the caller passes; `?Label` answers a prompt. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether an answer comes from elsewhere, for example from every data row. */
  readonly hasAnswer?: HasAnswer;
}

const noAnswers: CallAnswers = { variables: {}, secrets: [] };

/** The answers as variables, under every name that texts use for them. Answers that were entered hidden are also secrets. */
const toCallAnswers = (
  before: CallAnswers,
  prompts: readonly Prompt[],
  answers: ReadonlyMap<string, string>,
): CallAnswers => ({
  variables: {
    ...before.variables,
    ...Object.fromEntries(
      prompts.flatMap(({ label, names }) => {
        const value = answers.get(label);
        return value === undefined
          ? []
          : [getPromptVariable(label), ...names].map((name) => [name, value] as const);
      }),
    ),
  },
  secrets: [
    ...before.secrets,
    ...prompts.flatMap(({ label, isHidden }) => {
      const value = isHidden ? answers.get(label) : undefined;
      return value === undefined || value === '' ? [] : [{ name: label, value }];
    }),
  ],
});

/** Identifies the caller and its session. Undefined if the caller cannot be told apart from others. */
const getSession = ({ kind, by, session }: CallContext): string | undefined =>
  session === undefined ? undefined : JSON.stringify([kind ?? '', by ?? '', session]);

/**
 * Says whether an answer may be used again. Only the window may reuse an answer that was entered hidden: an agent could send it to another
 * host than the one that the person saw.
 */
const canKeepAnswer = ({ kind }: CallContext, { isHidden }: Prompt): boolean =>
  kind === 'window' || !isHidden;

/** Collects the known answers by label: those that the caller passed, remembered ones, and those of an earlier form. */
const collectKnownAnswers = (
  { prompter }: Ports,
  { workspace, variables }: PromptedCall,
  context: CallContext,
  prompts: readonly Prompt[],
): ReadonlyMap<string, string> => {
  const session = getSession(context);
  const { variables: before } = context.answers ?? noAnswers;
  return new Map(
    prompts.flatMap((prompt) => {
      const { label } = prompt;
      const name = getPromptVariable(label);
      const given = [name, ...prompt.names].find((one) => Object.hasOwn(variables, one));
      if (given !== undefined) return [[label, toTypedText(getOwnValue(variables, given)).value]];
      const known =
        getOwnValue(before, name) ??
        (session !== undefined && canKeepAnswer(context, prompt)
          ? prompter?.kept(session, workspace.id, label)
          : undefined);
      return known === undefined ? [] : [[label, known]];
    }),
  );
};

/** Asks for the missing answers in the window, or else through the caller. */
const askForPrompts = async (
  { prompter }: Ports,
  { workspace, environment, requests }: PromptedCall,
  context: CallContext,
  missing: readonly Prompt[],
): Promise<ReadonlyMap<string, string> | PromptRefusal> => {
  const { by = 'Somebody', kind, elicitPrompts: elicit, whileAsking = askDirectly, signal } = context;
  const labels = new Set(missing.map(({ label }) => label));
  const session = getSession(context);
  const keepable = session === undefined ? [] : missing.filter((one) => canKeepAnswer(context, one));
  const pending: PromptQuestion['pending'] = {
    workspaceId: workspace.id,
    workspace: workspace.name,
    by,
    requests: requests.flatMap(({ request, prompts }) =>
      prompts.some(({ label }) => labels.has(label)) ? [request] : [],
    ),
    prompts: missing.map(({ names: _, ...prompt }) => prompt),
    canKeep: keepable.length > 0,
    ...(kind === undefined ? {} : { kind }),
    ...(environment === undefined ? {} : { environment }),
  };
  const maxMs = context.patienceMs?.() ?? Infinity;
  const question = { pending, elicit, maxMs, signal };
  const outcome = await whileAsking(async () => (await prompter?.ask(question)) ?? 'nobody');
  if (typeof outcome === 'string') return outcome;
  const answers = new Map(
    missing.flatMap(({ label, default: usual }) => {
      const value = getOwnValue(outcome.values, label) ?? usual;
      return value === undefined ? [] : [[label, value] as const];
    }),
  );
  if (outcome.isKept && session !== undefined)
    for (const { label } of keepable) prompter?.keep(session, workspace.id, label, answers.get(label) ?? '');
  return answers;
};

const getDefaults = (prompts: readonly Prompt[]): ReadonlyMap<string, string> =>
  new Map(
    prompts.flatMap(({ label, default: usual }) => (usual === undefined ? [] : [[label, usual] as const])),
  );

/**
 * Asks once, before anything is sent, for all prompts that the caller did not answer. If nobody can be asked, uses the defaults, and fails
 * with PROMPT_NEEDED if a prompt has none.
 */
export const answerPrompts = (
  ports: Ports,
  prompted: PromptedCall,
  context: CallContext,
): AppResult<CallAnswers> =>
  taskEither(function* () {
    const before = context.answers ?? noAnswers;
    const prompts = joinPrompts(prompted.requests.flatMap((one) => one.prompts));
    if (prompts.length === 0) return before;
    const known = collectKnownAnswers(ports, prompted, context, prompts);
    const missing = prompts.filter(({ label }) => !known.has(label) && prompted.hasAnswer?.(label) !== true);
    if (missing.length === 0) return toCallAnswers(before, prompts, known);
    const asked = yield* perform(() => askForPrompts(ports, prompted, context, missing));
    const answers = asked === 'nobody' ? getDefaults(missing) : asked;
    const why = typeof asked === 'string' ? asked : 'denied';
    const labels = missing.flatMap(({ label }) =>
      typeof answers !== 'string' && answers.has(label) ? [] : [label],
    );
    if (typeof answers === 'string' || labels.length > 0)
      return yield* attempt(TE.left<AppError>({ kind: 'prompt-needed', labels, why }));
    return toCallAnswers(before, prompts, new Map([...known, ...answers]));
  });

/** The ids of all direct and indirect dependencies of a request that may contain a prompt. Does not check what they inherit. */
export const listPromptingDependencies = (
  { store }: Pick<Ports, 'store'>,
  { workspace, needs }: Pick<LoadedExecution, 'workspace' | 'needs'>,
): AppResult<readonly string[]> =>
  taskEither(function* () {
    const seen = new Set<string>();
    const existing: string[] = [];
    let hasPrompts = false;
    for (let next = [...needs]; next.length > 0;) {
      const ids = next.filter((id) => !seen.has(id));
      for (const id of ids) seen.add(id);
      if (ids.length === 0) break;
      const found = yield* attempt(
        pipe(
          TE.sequenceArray(everyKind.map(({ of }) => of(store).all(workspace.id, ids))),
          TE.map((all) => all.flat()),
        ),
      );
      hasPrompts ||= mayHavePrompts(found);
      existing.push(...found.map(({ id }) => id));
      next = found.flatMap((one) => one.needs);
    }
    return hasPrompts ? existing : [];
  });
