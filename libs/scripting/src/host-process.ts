import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Question } from './call-record.js';
import type { ScriptLimits } from './limits.js';
import type { CallAnswer, FromHost, HandlerReports, HostFault, ToHost } from './messages.js';
import { startStopwatch } from './stopwatch.js';

/** The package with the version of isolated-vm for this version of Node. */
const getPackageName = (): string => {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24 ? 'isolated-vm-7' : major >= 22 ? 'isolated-vm-6' : 'isolated-vm-5';
};

const resolveIsolatedVmPath = (): string => {
  const name = getPackageName();
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`the package ${name} is missing; run npm ci with Node ${process.versions.node}`);
  }
};

/** Finds the built host: beside this file in a build, or in dist if this file runs from its source. */
const findHostFile = (): string => {
  const beside = fileURLToPath(new URL('./host.mjs', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../dist/host.mjs', import.meta.url));
};

/** The paths that isolated-vm reads if it has prebuilt binaries: a separate package, and files by which it detects the C library. */
const listPrebuiltReads = (isolatedVm: string): string[] => {
  try {
    const chooser = createRequire(isolatedVm).resolve('node-gyp-build');
    return [`${dirname(chooser)}/*`, '/etc/alpine-release'];
  } catch {
    return [];
  }
};

const listPermissionFlags = (host: string, isolatedVm: string): string[] => {
  const major = Number(process.versions.node.split('.')[0]);
  const reads = [`${dirname(host)}/*`, `${dirname(isolatedVm)}/*`, ...listPrebuiltReads(isolatedVm)];
  const permission = major >= 24 ? '--permission' : '--experimental-permission';
  return [
    '--no-node-snapshot',
    '--jitless',
    '--max-old-space-size=64',
    permission,
    '--allow-addons',
    ...reads.map((path) => `--allow-fs-read=${path}`),
  ];
};

/** Starts the built host as a child process with as few permissions as possible. */
const forkHost = (limits: ScriptLimits): ChildProcess => {
  const [host, isolatedVm] = [findHostFile(), resolveIsolatedVmPath()];
  return fork(host, [isolatedVm, JSON.stringify(limits)], {
    env: {},
    execArgv: listPermissionFlags(host, isolatedVm),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};

/** Maximum size of a message beyond its answer, its error and its reports, each of which may be as long as an answer. */
const messageOverhead = 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

const isText = (u: unknown): u is string => typeof u === 'string';
const isId = (u: unknown): u is number => Number.isSafeInteger(u) && (u as number) > 0;
const isTextList = (u: unknown): u is readonly string[] => Array.isArray(u) && u.every(isText);
const isLoading = (u: unknown): boolean => u === undefined || typeof u === 'boolean';

const faultKinds: readonly HostFault[] = ['timeout', 'memory', 'too-large', 'broken'];

const isReported = (u: unknown): u is HandlerReports | undefined => {
  if (u === undefined) return true;
  if (typeof u !== 'object' || u === null) return false;
  const { logs, tests, scripts } = u as Fields;
  return isTextList(logs) && isTextList(tests) && isTextList(scripts);
};

const isWellFormed = (message: Fields): boolean => {
  const { kind, id, text, error, fault, message: words, reported, loading, ask, readings } = message;
  if (kind === 'ready') return true;
  if (!isId(id)) return false;
  switch (kind) {
    case 'answer':
      return isText(text);
    case 'ask':
      return isId(ask) && isText(text) && isText(readings);
    case 'gone':
      return true;
    case 'failed':
      return isText(error) && isReported(reported) && isLoading(loading);
    case 'fault':
      return (
        faultKinds.some((one) => one === fault) && isText(words) && isReported(reported) && isLoading(loading)
      );
    default:
      return false;
  }
};

const measureMessage = ({ text = '', error = '', message = '', readings = '', reported }: Fields): number => {
  const { logs = [], tests = [], scripts = [] } = (reported ?? {}) as Partial<HandlerReports>;
  return [text, error, message, readings, ...logs, ...tests, ...scripts].reduce<number>(
    (sum, one) => sum + String(one).length,
    0,
  );
};

/** Decodes a message from a host. Undefined if it is malformed or exceeds the limits. */
export const decodeFromHost = (u: unknown, { answerBytes }: ScriptLimits): FromHost | undefined => {
  if (typeof u !== 'object' || u === null || !isWellFormed(u as Fields)) return undefined;
  return measureMessage(u as Fields) <= 2 * answerBytes + messageOverhead ? (u as FromHost) : undefined;
};

/** Thrown if a host ended before it answered. */
export class HostLostError extends Error {
  /** Whether Tandem ended the host because of another execution. */
  readonly onPurpose: boolean;
  constructor(onPurpose: boolean) {
    super('the script host ended');
    this.onPurpose = onPurpose;
  }
}

/** Thrown if the host has discarded the idle session. */
export class SessionDiscardedError extends Error {}

/** Thrown if the host had to end this call. The host must then be replaced. */
export class HostFaultedError extends Error {
  readonly fault: HostFault;
  readonly reported: HandlerReports | undefined;
  readonly loading: boolean;
  constructor(fault: HostFault, message: string, reported?: HandlerReports, loading = false) {
    super(message);
    this.fault = fault;
    this.reported = reported;
    this.loading = loading;
  }
}

/** Thrown if the script did not load, or if it threw outside its handler. The message is the error as JSON. */
export class ScriptFailedError extends Error {
  readonly reported: HandlerReports | undefined;
  readonly loading: boolean;
  constructor(message: string, reported?: HandlerReports, loading = false) {
    super(message);
    this.reported = reported;
    this.loading = loading;
  }
}

type Call = Extract<ToHost, { kind: 'call' }>;

export interface Host {
  readonly ready: Promise<void>;
  readonly isAlive: () => boolean;
  /** How many calls are pending on the host. */
  readonly busy: () => number;
  /** How many sessions are open on the host. */
  readonly holds: () => number;
  /**
   * Calls a handler.
   * @param onAsk called with each call that the handler makes while it runs
   */
  readonly call: (call: Omit<Call, 'kind' | 'id'>, onAsk?: (question: Question) => void) => Promise<string>;
  readonly check: (script: string) => Promise<string>;
  readonly closeSession: (session: number) => void;
  readonly kill: () => void;
  readonly exited: Promise<void>;
}

type Stopwatch = ReturnType<typeof startStopwatch>;
type HostReply = Exclude<FromHost, { kind: 'ready' }>;
type HostQuestion = Extract<FromHost, { kind: 'ask' }>;
type HostAnswer = Exclude<HostReply, { kind: 'ask' }>;

interface PendingCall {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
  readonly stopwatch: Stopwatch;
  readonly onAsk: (question: HostQuestion, stopwatch: Stopwatch) => void;
}

const settle = (message: HostAnswer, owed: PendingCall): void => {
  owed.stopwatch.pause();
  if (message.kind === 'answer') owed.resolve(message.text);
  else if (message.kind === 'failed')
    owed.reject(new ScriptFailedError(message.error, message.reported, message.loading));
  else if (message.kind === 'gone') owed.reject(new SessionDiscardedError());
  else owed.reject(new HostFaultedError(message.fault, message.message, message.reported, message.loading));
};

/**
 * A host may take this much longer than a handler's time limit to answer, in milliseconds. On a busy machine it may get no time for
 * seconds, and ending it would lose the test results and console lines.
 */
const graceMs = 3_000;

/** The pending calls of a host. */
const createLedger = () => {
  const owing = new Map<number, PendingCall>();
  let lastId = 0;
  return {
    size: () => owing.size,
    /** Sends a call and waits for the answer, at most `ms` plus a grace period. */
    owe: (
      ms: number,
      send: (id: number) => void,
      onAsk: PendingCall['onAsk'] = () => undefined,
    ): Promise<string> =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const stopwatch = startStopwatch(ms + graceMs, () => {
          owing.delete(id);
          reject(new HostFaultedError('timeout', `The handler took longer than ${ms} ms.`));
        });
        owing.set(id, { resolve, reject, stopwatch, onAsk });
        send(id);
      }),
    settle: (message: HostReply): void => {
      const owed = owing.get(message.id);
      if (message.kind === 'ask') {
        owed?.onAsk(message, owed.stopwatch);
        return;
      }
      owing.delete(message.id);
      if (owed) settle(message, owed);
    },
    lose: (onPurpose: boolean): void => {
      for (const { stopwatch, reject } of owing.values()) {
        stopwatch.pause();
        reject(new HostLostError(onPurpose));
      }
      owing.clear();
    },
  };
};

/**
 * Passes on the calls of a handler. While one waits for a slow answer, the handler's stopwatch is paused.
 * @param send sends the answer to the host
 */
const createQuestionForwarder = (
  onAsk: (question: Question) => void,
  send: (ask: number, told: CallAnswer) => void,
): PendingCall['onAsk'] => {
  const held = new Set<number>();
  return ({ ask, text, readings }, stopwatch) => {
    onAsk({
      asked: { ask, text, readings },
      hold: () => {
        held.add(ask);
        stopwatch.pause();
      },
      tell: (told) => {
        send(ask, told);
        if (held.delete(ask) && held.size === 0) stopwatch.resume();
      },
    });
  };
};

/**
 * Tracks the child process of a host: whether it is alive, ready or has ended. A host that sends an invalid message is ended as if it had
 * crashed, and its further messages are ignored.
 */
const trackProcess = (
  child: ChildProcess,
  limits: ScriptLimits,
  onAnswer: (message: HostReply) => void,
  onEnd: () => void,
) => {
  const state = { alive: true };
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      state.alive = false;
      onEnd();
      resolve();
    };
    child.once('exit', end);
    // A process that could not be forked never emits exit.
    child.on('error', () => (child.pid === undefined ? end() : child.kill('SIGKILL')));
  });
  const ready = new Promise<void>((resolve, reject) => {
    void exited.then(() => {
      reject(new Error('the script host did not start'));
    });
    const take = (received: unknown): void => {
      const message: FromHost | undefined = decodeFromHost(received, limits);
      if (message === undefined) {
        child.off('message', take);
        child.kill('SIGKILL');
      } else if (message.kind === 'ready') resolve();
      else onAnswer(message);
    };
    child.on('message', take);
  });
  ready.catch(() => undefined);
  return { state, ready, exited };
};

/** Starts a host process, without environment variables, JIT or access to other files. It ends with its parent. */
export const startHost = (limits: ScriptLimits, fork = forkHost): Host => {
  const child = fork(limits);
  const ledger = createLedger();
  const sessions = new Set<number>();
  let killed = false;
  const { state, ready, exited } = trackProcess(child, limits, ledger.settle, () => {
    ledger.lose(killed);
  });
  const send = (message: ToHost): void => {
    if (state.alive && child.connected) child.send(message);
  };
  const ask = (ms: number, make: (id: number) => ToHost, onAsk?: PendingCall['onAsk']): Promise<string> => {
    if (!state.alive) return Promise.reject(new HostLostError(killed));
    return ledger.owe(ms, (id) => send(make(id)), onAsk);
  };
  return {
    ready,
    exited,
    isAlive: () => state.alive,
    busy: ledger.size,
    holds: () => sessions.size,
    call: (call, onAsk = () => undefined) => {
      const { session } = call;
      sessions.add(session);
      const ms = limits.wallMs * (1 + (call.open?.before.length ?? 0));
      const asked = createQuestionForwarder(onAsk, (one, told) => {
        send({ kind: 'told', session, ask: one, told });
      });
      const answer = ask(ms, (id) => ({ ...call, kind: 'call', id }), asked);
      return call.last ? answer.finally(() => sessions.delete(session)) : answer;
    },
    check: (script) => ask(limits.wallMs, (id) => ({ kind: 'check', id, script })),
    closeSession: (session) => {
      if (sessions.delete(session)) send({ kind: 'close', session });
    },
    kill: () => {
      killed = true;
      child.kill('SIGKILL');
    },
  };
};
