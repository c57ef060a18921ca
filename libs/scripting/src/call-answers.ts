import { type AnswerScriptCall, ScriptCall, type ScriptCallAnswer } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { ScriptLimits } from './limits.js';
import type { CallAnswer } from './messages.js';

type Changes = ScriptCallAnswer['changes'];

const formatOutcome = (outcome: object, changes: Changes, kept?: ScriptCallAnswer['kept']): string =>
  JSON.stringify({
    outcome,
    ...(changes === undefined ? {} : { changes }),
    ...(kept === undefined ? {} : { kept }),
  });

/** The answer for a failed call. */
export const createCallFailure = (message: string, code = 'SCRIPT_ERROR', changes?: Changes): CallAnswer => ({
  text: formatOutcome({ error: { code, message } }, changes),
});

const toCallAnswer = ({ outcome, changes, kept }: ScriptCallAnswer): CallAnswer => {
  if ('error' in outcome) return { text: formatOutcome(outcome, changes) };
  const { body, bytes, ...response } = outcome.response;
  const shown = { ...outcome, response: { ...response, hasText: body !== null } };
  return {
    text: formatOutcome(shown, changes, kept),
    ...(body === null ? {} : { body }),
    ...(bytes === undefined ? {} : { bytes }),
  };
};

const measureAnswer = ({ text, body = '', bytes }: CallAnswer): number =>
  text.length + body.length + (bytes?.length ?? 0);

/**
 * Decodes a call, or returns why it is invalid. A script cannot write the text itself, but can put any values into
 * it.
 */
const callIn = (text: string): E.Either<string, ScriptCall> => {
  const decoded = decode(ScriptCall)(JSON.parse(text) as unknown);
  if (E.isRight(decoded)) return decoded;
  const [issue] = decoded.left;
  return E.left(`The call cannot be made: ${issue?.message ?? 'it is malformed'}.`);
};

/**
 * Answers a session's calls as its host receives them, within their total limit.
 * @param onAnswer called with each answer
 */
export const createAnswering = (
  answer: AnswerScriptCall | undefined,
  { callBytes }: Pick<ScriptLimits, 'callBytes'>,
  onAnswer: (answer: ScriptCallAnswer) => void,
) => {
  let used = 0;
  return async (text: string, signal: AbortSignal): Promise<CallAnswer> => {
    const call = callIn(text);
    if (E.isLeft(call)) return createCallFailure(call.left);
    if (answer === undefined) return createCallFailure('Scripts cannot send requests here.');
    const answered = await answer(call.right, signal);
    onAnswer(answered);
    const told = toCallAnswer(answered);
    used += measureAnswer(told);
    if (used <= callBytes) return told;
    const message = `The responses that the script got have more than ${callBytes} bytes together (TANDEM_SCRIPT_CALL_BYTES).`;
    return createCallFailure(message, 'RESPONSE_TOO_LARGE', answered.changes);
  };
};
