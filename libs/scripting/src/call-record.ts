import { type AnswerScriptCall, ScriptCall, type ScriptCallAnswer } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { ScriptLimits } from './limits.js';
import type { CallAnswer, CallQuestion } from './messages.js';

type Changes = ScriptCallAnswer['changes'];

const formatOutcome = (outcome: object, changes: Changes, kept?: ScriptCallAnswer['kept']): string =>
  JSON.stringify({
    outcome,
    ...(changes === undefined ? {} : { changes }),
    ...(kept === undefined ? {} : { kept }),
  });

/** Creates the answer to a call that failed. */
const createCallFailure = (message: string, code = 'SCRIPT_ERROR', changes?: Changes): CallAnswer => ({
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
 * Decodes a call, or says why it is invalid. A script cannot write the text itself, but the text may contain any values from the script.
 */
const decodeCall = (text: string): E.Either<string, ScriptCall> => {
  const decoded = decode(ScriptCall)(JSON.parse(text) as unknown);
  if (E.isRight(decoded)) return decoded;
  const [issue] = decoded.left;
  return E.left(`The call cannot be made: ${issue?.message ?? 'it is malformed'}.`);
};

/**
 * Answers the calls of a session as its host receives them, up to a total limit.
 * @param onAnswer called with each answer
 */
const createCallHandler = (
  answer: AnswerScriptCall | undefined,
  { callBytes }: Pick<ScriptLimits, 'callBytes'>,
  onAnswer: (answer: ScriptCallAnswer) => void,
) => {
  let used = 0;
  return async (text: string, signal: AbortSignal): Promise<CallAnswer> => {
    const call = decodeCall(text);
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

/** A call of a script, with the function that passes the answer to the host on which the script now runs. */
export interface Question {
  readonly asked: CallQuestion;
  /** Called if the answer takes time, so that this time does not count as the script's. */
  readonly hold: () => void;
  readonly tell: (told: CallAnswer) => void;
}

/** The calls of one handler, in all attempts to run it. */
export interface HandlerCalls {
  /**
   * Begins an attempt to run the handler.
   * @param isRebuilt whether the session was rebuilt, so that it repeats all calls so far, which get the same answers in the same order
   */
  readonly attempt: (isRebuilt: boolean) => (question: Question) => void;
  /**
   * Ends the handler, and cancels its pending calls.
   * @param isKept whether the handler is repeated when the session is rebuilt; if not, its calls are forgotten
   * @returns whether the handler made any calls
   */
  readonly end: (isKept: boolean) => boolean;
  /** Rejects if a bug prevented an answer. */
  readonly defect: Promise<never>;
}

interface Entry {
  readonly text: string;
  /** The answer. Undefined while the call is pending. */
  told?: CallAnswer;
}

/** The calls of a session by number, and the clock readings between them. */
interface CallRecord {
  readonly entries: Map<number, Entry>;
  /** The numbers of the answered calls, in the order of their answers. */
  readonly order: number[];
  readonly readings: number[];
}

const notRepeatedError = createCallFailure(
  'The script was moved to another process and made another call there than before, so nothing was sent. A call must not depend on timers.',
);

/**
 * Passes recorded answers to a host in their original order, and then new ones as they arrive.
 * @param given the number of answers that this host already has
 */
const createAnswerDelivery = ({ entries, order }: CallRecord, given: number) => {
  const waiting = new Map<number, Question['tell']>();
  let repeated = given;
  const give = (ask: number): boolean => {
    const tell = waiting.get(ask);
    const told = entries.get(ask)?.told;
    if (tell === undefined || told === undefined) return false;
    waiting.delete(ask);
    repeated += 1;
    tell(told);
    return true;
  };
  return {
    add: (ask: number, tell: Question['tell']): void => {
      waiting.set(ask, tell);
    },
    /** Passes on all answers whose turn it is. */
    drain: (): void => {
      for (let next = order[repeated]; next !== undefined; next = order[repeated]) if (!give(next)) return;
      for (const ask of [...waiting.keys()]) if (give(ask)) order.push(ask);
    },
  };
};

type CallAnswerer = ReturnType<typeof createCallHandler>;

/** Records the calls of one handler, after the calls that the session has made before. */
const recordHandler = (recorded: CallRecord, handleCall: CallAnswerer, most: number): HandlerCalls => {
  const { entries, order, readings } = recorded;
  const before = { entries: entries.size, order: order.length, readings: readings.length };
  // Created with the first call: most handlers make none, and aborting creates an error each time.
  let controller: AbortController | undefined;
  let hasEnded = false;
  const signal = (): AbortSignal => {
    if (hasEnded) return AbortSignal.abort();
    controller ??= new AbortController();
    return controller.signal;
  };
  let onDefect: (error: unknown) => void = () => undefined;
  const defect = new Promise<never>((_, reject) => (onDefect = reject));
  defect.catch(() => undefined);
  let drain: () => void = () => undefined;

  const begin = ({ text, ask, readings: read }: CallQuestion): Entry => {
    const entry: Entry = { text };
    const isTooMany = entries.size - before.entries >= most;
    entries.set(ask, entry);
    readings.push(...(JSON.parse(read) as number[]));
    if (isTooMany) entry.told = createCallFailure(`A handler may send at most ${most} requests.`);
    else
      handleCall(text, signal()).then((told) => {
        entry.told = told;
        drain();
      }, onDefect);
    return entry;
  };
  const forget = (): void => {
    for (const ask of [...entries.keys()].slice(before.entries)) entries.delete(ask);
    order.length = before.order;
    readings.length = before.readings;
  };
  return {
    attempt: (isRebuilt) => {
      const telling = createAnswerDelivery(recorded, isRebuilt ? 0 : order.length);
      drain = telling.drain;
      return ({ asked, hold, tell }) => {
        const entry = entries.get(asked.ask) ?? begin(asked);
        if (entry.text !== asked.text) {
          tell(notRepeatedError);
          return;
        }
        if (entry.told === undefined) hold();
        telling.add(asked.ask, tell);
        telling.drain();
      };
    },
    end: (isKept) => {
      drain = () => undefined;
      hasEnded = true;
      controller?.abort();
      const hasCalls = entries.size > before.entries;
      if (!isKept) forget();
      return hasCalls;
    },
    defect,
  };
};

/**
 * Records the calls of a session, with their answers and the order of these. When the session is rebuilt on another host, it repeats the
 * calls and gets the recorded answers, so nothing is sent twice.
 * @param onAnswer called with each answer
 */
export const createCallRecord = (
  answer: AnswerScriptCall | undefined,
  limits: Pick<ScriptLimits, 'calls' | 'callBytes'>,
  onAnswer: (answer: ScriptCallAnswer) => void = () => undefined,
) => {
  const handleCall = createCallHandler(answer, limits, onAnswer);
  const recorded: CallRecord = { entries: new Map(), order: [], readings: [] };
  return {
    /** Begins to record the calls of a handler. */
    begin: (): HandlerCalls => recordHandler(recorded, handleCall, limits.calls),
    /** The clock readings of the session so far. Values and counts alternate. */
    readings: (): readonly number[] => recorded.readings,
    /** Adds the clock readings of an answer. */
    read: (readings: readonly number[]): void => {
      recorded.readings.push(...readings);
    },
  };
};
