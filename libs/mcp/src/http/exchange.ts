import type { Readable } from 'node:stream';

import type { Reply } from '../sdk1/connection.js';
import { openEventStream, type EventStream } from './event-stream.js';
import type { ErrorFrame, Response } from '../messages.js';

type AnswerFrame = Response | ErrorFrame;

/** What a client accepts: JSON only, either, or an event stream only. */
export type AcceptedForm = 'json' | 'either' | 'stream';

/** How a POST is answered. */
export type Outcome =
  | { readonly kind: 'answers'; readonly answers: readonly AnswerFrame[] }
  | { readonly kind: 'stream'; readonly body: Readable };

export interface ExchangeOptions {
  /** The number of elements that need an answer. */
  readonly due: number;
  readonly takes: AcceptedForm;
  /** After this many milliseconds without an answer, a stream is opened if the client accepts one. */
  readonly silenceMs: number;
  readonly keepAliveMs: number;
}

/** The answers to one POST, collected into one body or sent as events. */
export interface Exchange {
  readonly outcome: Promise<Outcome>;
  /** The target for server messages about the element at `index`. */
  readonly reply: (index: number) => Reply;
  readonly settle: (index: number, answer: AnswerFrame | undefined) => void;
}

/** Opens an exchange, which ends when every element is answered. */
export const openExchange = ({ due, takes, silenceMs, keepAliveMs }: ExchangeOptions): Exchange => {
  const answers = new Map<number, AnswerFrame | undefined>();
  let stream: EventStream | undefined;
  let resolve: (outcome: Outcome) => void;
  const outcome = new Promise<Outcome>((done) => {
    resolve = done;
  });
  const gathered = (): readonly AnswerFrame[] =>
    Array.from({ length: due }, (_, index) => answers.get(index)).filter((answer) => answer !== undefined);
  const upgrade = (): EventStream => {
    if (stream) return stream;
    stream = openEventStream(keepAliveMs);
    for (const answer of gathered()) stream.send(answer);
    resolve({ kind: 'stream', body: stream.body });
    return stream;
  };
  const silence =
    takes === 'either'
      ? setTimeout(() => {
          upgrade();
        }, silenceMs)
      : undefined;
  const finish = (): void => {
    clearTimeout(silence);
    if (stream) stream.end();
    else resolve({ kind: 'answers', answers: gathered() });
  };
  const settle = (index: number, answer: AnswerFrame | undefined): void => {
    if (answers.has(index)) return;
    answers.set(index, answer);
    if (answer) stream?.send(answer);
    if (answers.size === due) finish();
  };
  if (takes === 'stream') upgrade();
  return {
    outcome,
    settle,
    reply: (index) => ({
      related: (message) => {
        if (takes === 'json' || answers.has(index)) return false;
        upgrade().send(message);
        return true;
      },
      settle: (answer) => {
        settle(index, answer);
      },
    }),
  };
};
