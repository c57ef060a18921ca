import type { start as startGuest } from '../guest/driver.js';
import type { ScriptLimits } from '../limits.js';
import { compute, randomBytesFrom } from './compute.js';
import type { Isolate, Reference } from './isolated-vm.js';
import { createVisits, type Visits } from './visits.js';

type Guest = ReturnType<typeof startGuest>;
type Report = Parameters<typeof startGuest>[0]['report'];

/** Receives the effects of the host's timers, computations and reports; set by the session. */
export interface HostBridge {
  seed: string;
  onError: (error: unknown) => void;
  onReport: Report;
  /** Set as soon as the script has loaded, even if its first handler blocks the isolate. */
  isLoaded: boolean;
  readonly visits: Visits;
  /** The time that the host itself has spent on requests of the script, in milliseconds. */
  readonly spentMs: () => number;
  /** Whether nothing that the script requested is pending, such as a timer. */
  readonly isQuiet: () => boolean;
}

/** The UTF-8 bytes of a text in a new buffer. */
const utf8 = (text: string): ArrayBuffer => {
  const bytes = new Uint8Array(Buffer.byteLength(text));
  new TextEncoder().encodeInto(text, bytes);
  return bytes.buffer;
};

/** The overhead of one call across threads, in milliseconds. */
const crossingMs = 0.01;

/** Measures the time that functions take. */
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

/** What the guest may request of the host: timers, random bytes, hashes. Only text, numbers and bytes are passed. */
export const createHostBridge = (isolate: Isolate, limits: ScriptLimits) => {
  const visits = createVisits();
  let timers = 0;
  const { spent, metered } = createMeter();
  const bridge: HostBridge = {
    seed: '',
    onError: () => undefined,
    onReport: () => undefined,
    isLoaded: false,
    visits,
    spentMs: spent,
    isQuiet: () => timers === 0 && visits.isQuiet(),
  };
  const back: { fire?: Reference<Guest['fire']>; settle?: Reference<Guest['settle']> } = {};
  let random: ReturnType<typeof randomBytesFrom> | undefined;
  const options = { timeout: limits.wallMs };
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
    random: metered((bytes: number) => (random ??= randomBytesFrom(bridge.seed))(bytes)),
    encode: metered(utf8),
    report: metered((...said: Parameters<Report>) => {
      bridge.onReport(...said);
    }),
  };
  return { bridge, back, asked };
};
