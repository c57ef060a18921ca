import { createCipheriv, createHash, createHmac } from 'node:crypto';

import type { startGuest as startGuest } from '../guest/driver.js';
import type { ComputeRequest } from '../guest/web/crypto.js';
import type { ScriptLimits } from '../limits.js';
import type { CallAnswer, CallQuestion } from '../messages.js';
import type { Isolate, Reference } from './isolated-vm.js';

/** Creates a source of random bytes from a seed of 64 hexadecimal digits: the key stream of AES-256 in counter mode. */
const createRandomBytes = (seed: string): ((bytes: number) => ArrayBuffer) => {
  const cipher = createCipheriv('aes-256-ctr', Buffer.from(seed, 'hex'), Buffer.alloc(16));
  return (bytes) => {
    const made = cipher.update(Buffer.alloc(Math.min(bytes, 65_536)));
    return Uint8Array.from(made).buffer;
  };
};

/** Computes a hash or an HMAC (RFC 2104) for the guest. Returns base64. */
const compute = (text: string): string => {
  const { hash, key, data } = JSON.parse(text) as ComputeRequest;
  const name = hash.toLowerCase().replace('-', '');
  const work = key === undefined ? createHash(name) : createHmac(name, Buffer.from(key, 'base64'));
  return work.update(Buffer.from(data, 'base64')).digest('base64');
};

/** The occasions on which the host itself enters an isolate, for example to fire a timer. */
interface Visits {
  /** Enters at once if a handler is running, otherwise when the next handler runs. */
  readonly make: (visit: () => Promise<unknown>) => void;
  /** Called when a handler begins. */
  readonly allow: () => void;
  /** Called when a handler has answered. Starts nothing more, and waits for what is running. */
  readonly end: () => Promise<void>;
  /** Whether no visit is running or waiting. */
  readonly isQuiet: () => boolean;
}

/** Keeps the code of a script from running between handlers, when nothing limits it. */
const createVisits = (): Visits => {
  const running = new Set<Promise<unknown>>();
  const held: (() => Promise<unknown>)[] = [];
  let isAllowed = false;
  const begin = (visit: () => Promise<unknown>): void => {
    const made = visit();
    running.add(made);
    void made.finally(() => running.delete(made));
  };
  return {
    make: (visit) => {
      if (isAllowed) begin(visit);
      else held.push(visit);
    },
    allow: () => {
      isAllowed = true;
      for (const visit of held.splice(0)) begin(visit);
    },
    end: async () => {
      isAllowed = false;
      await Promise.all(running);
    },
    isQuiet: () => running.size === 0 && held.length === 0,
  };
};

type Guest = ReturnType<typeof startGuest>;
type Report = Parameters<typeof startGuest>[0]['report'];

/** The functions of the session that the host's timers, computations and reports call. The session sets them. */
export interface HostBridge {
  seed: string;
  onError: (error: unknown) => void;
  onReport: Report;
  onAsk: (asked: CallQuestion) => void;
  /** Called when the script begins or ends to wait for its call. */
  onWaiting: (isWaiting: boolean) => void;
  /** Passes the answer to a call to the script. */
  readonly tell: (ask: number, told: CallAnswer) => void;
  /** Set when the script has loaded, even if its first handler blocks the isolate at once. */
  isLoaded: boolean;
  readonly visits: Visits;
  /** The time that the host itself has spent on what the script asked for, in milliseconds. */
  readonly spentMs: () => number;
  /** Whether nothing that the script asked for is pending, such as a timer. */
  readonly isQuiet: () => boolean;
}

/** Encodes a text as UTF-8, in a new buffer. */
const encodeUtf8 = (text: string): ArrayBuffer => {
  const bytes = new Uint8Array(Buffer.byteLength(text));
  new TextEncoder().encodeInto(text, bytes);
  return bytes.buffer;
};

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
const decodeUtf8 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString();

/** How long one call across threads takes in itself, in milliseconds. */
const crossingMs = 0.01;

/** Creates a meter for the time that functions take. */
const createMeter = () => {
  let spent = 0;
  return {
    spent: () => spent,
    metered:
      <A extends unknown[], R>(work: (...args: A) => R) =>
      (...args: A): R => {
        const began = performance.now();
        try {
          return work(...args);
        } finally {
          spent += performance.now() - began + crossingMs;
        }
      },
  };
};

/** Tracks the calls of a script to the parent process until they are answered. */
const createQuestions = (
  bridge: Pick<HostBridge, 'onAsk' | 'onWaiting' | 'visits'>,
  answer: (ask: number, told: CallAnswer) => Promise<void>,
) => {
  const waiting = new Set<number>();
  return {
    ask: (ask: number, text: string, readings: string): void => {
      if (waiting.size === 0) bridge.onWaiting(true);
      waiting.add(ask);
      bridge.onAsk({ ask, text, readings });
    },
    tell: (ask: number, told: CallAnswer): void => {
      if (!waiting.delete(ask)) return;
      if (waiting.size === 0) bridge.onWaiting(false);
      bridge.visits.make(() => answer(ask, told));
    },
    isNone: (): boolean => waiting.size === 0,
  };
};

/** Creates what the guest may ask the host for: timers, random bytes and hashes. Only texts, numbers and bytes are passed. */
export const createHostBridge = (isolate: Isolate, limits: ScriptLimits) => {
  const visits = createVisits();
  let timers = 0;
  const { spent, metered } = createMeter();
  const back: { [Name in 'fire' | 'settle' | 'answer']?: Reference<Guest[Name]> } = {};
  const options = { timeout: limits.wallMs };
  const bridge: HostBridge = {
    seed: '',
    onError: () => undefined,
    onReport: () => undefined,
    onAsk: () => undefined,
    onWaiting: () => undefined,
    tell: (...told) => {
      questions.tell(...told);
    },
    isLoaded: false,
    visits,
    spentMs: spent,
    isQuiet: () => timers === 0 && questions.isNone() && visits.isQuiet(),
  };
  const questions = createQuestions(bridge, async (ask, { text, body, bytes }) => {
    if (isolate.isDisposed) return;
    const buffer = bytes && Uint8Array.from(bytes).buffer;
    const copied = { ...options, arguments: { copy: true } } as const;
    await back.answer?.apply(undefined, [ask, text, body, buffer], copied).catch(bridge.onError);
  });
  let random: ReturnType<typeof createRandomBytes> | undefined;
  const startTimer = (id: number, ms: number): void => {
    const fire = async (): Promise<void> => {
      if (!isolate.isDisposed) await back.fire?.apply(undefined, [id], options).catch(bridge.onError);
    };
    timers += 1;
    const due = (): void => {
      timers -= 1;
      visits.make(fire);
    };
    setTimeout(due, Math.min(ms, limits.wallMs + 1_000)).unref();
  };
  const answer = (id: number, request: string): void => {
    const text = compute(request);
    visits.make(async () => {
      if (!isolate.isDisposed) await back.settle?.apply(undefined, [id, text], options).catch(bridge.onError);
    });
  };
  const asked = {
    startTimer: metered(startTimer),
    answer: metered(answer),
    random: metered((bytes: number) => (random ??= createRandomBytes(bridge.seed))(bytes)),
    encode: metered(encodeUtf8),
    decode: metered(decodeUtf8),
    ask: metered(questions.ask),
    report: metered((...said: Parameters<Report>) => {
      bridge.onReport(...said);
    }),
  };
  return { bridge, back, asked };
};
