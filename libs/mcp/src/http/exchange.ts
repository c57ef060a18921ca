import type { Readable } from 'node:stream';

import type { Reply } from '../sdk1/connection.js';
import { openEventStream, type EventStream } from './event-stream.js';
import type { ErrorFrame, Response } from '../messages.js';

type AnswerFrame = Response | ErrorFrame;

/** The form of response that a client accepts: only JSON, either form, or only an event stream. */
export type AcceptedForm = 'json' | 'either' | 'stream';

/** How to respond to a POST. */
export type Outcome =
  | { readonly kind: 'answers'; readonly answers: readonly AnswerFrame[] }
  | { readonly kind: 'stream'; readonly body: Readable };

export interface ExchangeOptions {
  /** The number of elements that expect an answer. */
  readonly due: number;
  readonly takes: AcceptedForm;
  /** How many milliseconds without an answer pass before a stream is opened, if the client accepts one. */
  readonly silenceMs: number;
  readonly keepAliveMs: number;
}

/** Collects the answers to one POST into a single body, or sends them as events. */
export interface Exchange {
  readonly outcome: Promise<Outcome>;
  /** Receives the server's messages about the element at `index`. */
  readonly reply: (index: number) => Reply;
  readonly settle: (index: number, answer: AnswerFrame | undefined) => void;
}

/** Opens an exchange. It ends when every element has its answer. */
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
