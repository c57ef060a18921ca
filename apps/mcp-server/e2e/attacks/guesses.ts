import { token } from './lab.js';
import { type Attack, createRequestWithValue, executeWithValue, home } from './more.js';

/** A part of the value, and a text that is not part of it. */
const [right, wrong] = [token.slice(0, 5), 'Qx7Jd'] as const;

/** Whether a right and a wrong guess get the same response. A difference would reveal the value character by character. */
const compareAnswers = async (ask: (guess: string) => Promise<unknown>): Promise<string> => {
  const answers = [right, wrong].map(async (guess) =>
    JSON.stringify(await ask(guess))
      .replaceAll(guess, 'guess')
      .replaceAll(/exec_\w+|"(?:startedAt|updatedAt|time|durationMs|\w+Ms|revision)":[^,}]+/g, ''),
  );
  const [one, other] = [await answers[0], await answers[1]];
  return one === other ? 'the same' : `${one}\n${other}`;
};

/** Attacks that guess the value, and conclude from the response whether the guess was right. */
export const guessingAttacks: readonly Attack[] = [
  [
    'questions',
    'a search of requests for its beginning',
    /^the same$/,
    async (lab) => {
      await createRequestWithValue(lab);
      return compareAnswers((guess) => lab.call('rest_list', { search: guess }));
    },
  ],
  [
    'questions',
    'a search of executions for its beginning',
    /^the same$/,
    async (lab) => {
      await executeWithValue(lab);
      return compareAnswers((guess) => lab.call('executions_list', { search: guess }));
    },
  ],
  [
    'questions',
    'an edit that replaces its beginning in a script',
    /^the same$/,
    async (lab) => {
      const id = await createRequestWithValue(lab);
      return compareAnswers((guess) =>
        lab.call('rest_update_script', { id, edits: [{ old: guess, new: guess }] }),
      );
    },
  ],
  [
    'questions',
    'the line that resembles an edit',
    /^the same$/,
    async (lab) => {
      const id = await createRequestWithValue(lab);
      const edits = (guess: string) => [{ old: `const token = '${guess}`, new: '' }];
      return compareAnswers((guess) => lab.call('rest_update_script', { id, edits: edits(guess) }));
    },
  ],
  [
    'questions',
    'a filter over the response',
    /^the same$/,
    (lab) =>
      compareAnswers(
        async (guess) => (await executeWithValue(lab, { select: `$[?search(@, '${guess}')]` })).selected,
      ),
  ],
  [
    'questions',
    'a comparison with the response',
    /^the same$/,
    (lab) =>
      compareAnswers(
        async (guess) => (await executeWithValue(lab, { select: `$[?@ > '/${guess}']` })).selected,
      ),
  ],
  [
    'questions',
    'a filter over a stored response',
    /^the same$/,
    async (lab) => {
      const { executionId: id } = await executeWithValue(lab);
      return compareAnswers((guess) =>
        lab.call('executions_get', { id, select: `$[?search(@, '${guess}')]` }),
      );
    },
  ],
  [
    'questions',
    'a comparison of two responses',
    /‹secret:TOKEN›/,
    async (lab) => {
      const { executionId: a } = await executeWithValue(lab);
      const { executionId: b } = (await lab.execute({ url: home(lab, `/${right}`) })) as {
        executionId: string;
      };
      return JSON.stringify(await lab.call('executions_compare', { a, b }));
    },
  ],
];
