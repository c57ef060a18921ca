import {
  type AppResult,
  type Change,
  createInvalidInput,
  PendingPrompts,
  type Ports,
  type PromptAnswers,
  type Prompter,
  type PromptQuestion,
  type PromptRefusal,
} from '@tandem/core';
import { oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { TE } from '@tandem/core/fp';

import {
  type OpenWindows,
  askCaller,
  createPendingQuestions,
  type EndedQuestion,
} from '../guards/guardian.js';
import { addEffects, operation, readEffects } from '../operation.js';

/** Maximum number of remembered answers. When there are more, the oldest are forgotten and asked for again. */
const maxKeptAnswers = 500;

type Outcome = PromptAnswers | PromptRefusal;

/** The forms that wait for a person to fill them in. */
export interface PendingPrompter extends Prompter {
  readonly list: () => readonly PendingPrompts[];
  /** The forms that ended most recently, latest first. */
  readonly ended: () => readonly EndedQuestion[];
  /** Fills in a form or dismisses it. Returns false if the form is no longer open. */
  readonly answer: (id: string, outcome: PromptAnswers | 'denied') => boolean;
}

/** The remembered answers of all sessions, in memory. */
const createKeptAnswers = (): Pick<Prompter, 'kept' | 'keep'> => {
  const answers = new Map<string, string>();
  const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
  return {
    kept: (...key) => answers.get(keyOf(...key)),
    keep: (session, workspaceId, label, value) => {
      answers.set(keyOf(session, workspaceId, label), value);
      const [oldest] = answers.keys();
      if (answers.size > maxKeptAnswers && oldest !== undefined) answers.delete(oldest);
    },
  };
};

/** Keeps the open forms in memory. A form ends with its call, so nothing is sent after a restart. */
export const createPrompter = (
  { clock, ids, approvalMs }: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>,
  emit: (change: Change) => void,
  { isAttended }: OpenWindows,
): PendingPrompter => {
  const shown = createPendingQuestions<PendingPrompts, Outcome>(emit, 'prompt');
  const now = (): number => clock.now().getTime();
  const ask = async ({ pending: about, elicit, maxMs, signal }: PromptQuestion): Promise<Outcome> => {
    if (signal.aborted) return 'ended';
    const waitMs = Math.floor(Math.min(approvalMs, maxMs));
    if (waitMs <= 0) return 'late';
    const pending: PendingPrompts = {
      ...about,
      id: `form_${ids.next()}`,
      at: new Date(now()).toISOString(),
      expiresAt: new Date(now() + waitMs).toISOString(),
    };
    if (isAttended()) return shown.ask(pending, signal, waitMs);
    return elicit === undefined ? 'nobody' : askCaller(pending, elicit, signal, waitMs);
  };
  return {
    ...createKeptAnswers(),
    ask,
    ended: shown.ended,
    list: () => [...shown.all.values()].map(({ question }) => question),
    answer: (id, outcome) => {
      const found = shown.all.get(id);
      found?.end(outcome);
      return found !== undefined;
    },
  };
};

/** The list of open forms takes no arguments. */
export const ListPromptsArguments = struct('prompts_list arguments', {}, {});

export const PromptList = struct('forms that wait for a person', {
  prompts: t.readonlyArray(PendingPrompts),
  ended: withDescription(
    t.readonlyArray(struct('a form that ended', { id: t.string, how: oneOf('answered', 'late', 'ended') })),
    'Those that ended last, the latest first',
  ),
});
export type PromptList = t.TypeOf<typeof PromptList>;

export const AnswerPromptsArguments = struct(
  'prompts_answer arguments',
  { id: withDescription(t.string, 'Of the form') },
  {
    values: withDescription(
      t.record(t.string, t.string, 'an object of texts by label'),
      'By label; if missing, nothing is sent',
    ),
    keep: withDescription(t.boolean, 'Use them again until the session of the caller ends'),
  },
);
export type AnswerPromptsArguments = t.TypeOf<typeof AnswerPromptsArguments>;

const listPrompts = ({ list, ended }: PendingPrompter): AppResult<PromptList> =>
  TE.right({ prompts: list(), ended: ended() });

/** For people only, because a person enters the values. */
export const promptsList = operation({
  name: 'prompts_list',
  title: 'Forms that wait',
  description: 'Lists the prompts that executions and runs want a person to fill in.',
  audience: 'person',
  arguments: ListPromptsArguments,
  result: PromptList,
  effects: readEffects,
  useCase: 'prompts.list',
  run:
    ({ prompter }) =>
    (): AppResult<PromptList> =>
      listPrompts(prompter),
});

export const promptsAnswer = operation({
  name: 'prompts_answer',
  title: 'Fill in prompts',
  description: 'Gives an execution or a run the values of its prompts, or tells it that there are none.',
  audience: 'person',
  arguments: AnswerPromptsArguments,
  result: PromptList,
  effects: addEffects,
  useCase: 'prompts.answer',
  run:
    ({ prompter, author: { kind } }) =>
    ({ id, values, keep = false }: AnswerPromptsArguments): AppResult<PromptList> => {
      if (kind === 'mcp' || kind === 'script')
        return TE.left(
          createInvalidInput(
            'values',
            'cannot be given by an agent or a script; a person does that in the window',
            {
              expected: 'a person at the window',
              got: kind,
            },
          ),
        );
      const isAnswered = prompter.answer(id, values === undefined ? 'denied' : { values, isKept: keep });
      return isAnswered
        ? listPrompts(prompter)
        : TE.left(
            createInvalidInput(
              'id',
              'is not a form that waits; it was filled in elsewhere, or its call has ended',
              {
                expected: 'the id of a form that waits',
                got: id,
              },
            ),
          );
    },
});
