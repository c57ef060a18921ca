import type { RunControl, ScriptEnvironment, ScriptRun } from '@tandem/core';

import type { ScriptLimits } from '../limits.js';
import type { Handler } from '../messages.js';
import type { ScriptNames } from '../script-files.js';
import { type Calls, createCalls } from './calls/calls.js';
import { createCookies } from './cookies/cookies.js';
import { createCutter } from './cut.js';
import { createEnvironment } from './environment.js';
import { createForeign } from './foreign/foreign.js';
import { createHandlerList, type Functions, type HandlerInput, runHandlers } from './handlers.js';
import { createReporter, createReports, type SendReport } from './reports.js';
import { createBody, type ResponseBody, ServiceResponse, type TextCodec } from './response.js';
import { installGlobals } from './stack.js';
import { expect } from './tests/expect.js';
import { createCrypto, type CryptoHostFunctions } from './web/crypto.js';
import { GuestHeaders } from './web/headers.js';
import { structuredClone } from './web/structured-clone.js';
import {
  createClock,
  createDateWithClock,
  createRandom,
  createTimers,
  FinalizationRegistry,
  type StartTimer,
} from './web/timers.js';
import { atob, btoa, TextDecoder, TextEncoder } from './web/web.js';

/**
 * Keeps the body of the response, which the host sends separately, and only if it has changed.
 */
const createBodyStore = (codec: TextCodec) => {
  let body: string | null = null;
  let bytes: ArrayBuffer | undefined;
  return {
    keep: (newBody: string | undefined, newBytes: ArrayBuffer | undefined): void => {
      body = newBody ?? body;
      bytes = newBytes ?? bytes;
    },
    /** Adds the body to a handler's input. */
    into: (input: HandlerInput): HandlerInput =>
      input.response?.hasText ? { ...input, response: { ...input.response, body } } : input,
    /** The body of an input in its two forms. */
    of: ({ response }: HandlerInput): ResponseBody =>
      createBody(codec, response?.body ?? null, response?.hasBytes ? bytes : undefined),
  };
};

// Taken before the script runs, so that a script which changes the globals does not affect the answer.
const { freeze, keys, values } = Object;

/** Maximum length of a reason, or of the name of a request, in UTF-16 units. */
const maxTextLength = 500;

const requireText = (call: string, what: string, value: unknown): string => {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${call} takes ${what} as a string that is not empty`);
  if (value.length > maxTextLength) throw new RangeError(`${call} takes at most ${maxTextLength} characters`);
  return value;
};

const createNoRunDiagnostic = (call: string) => ({
  code: 'NO_RUN',
  message: `The script called ${call}, which had no effect, because the request runs alone.`,
  where: 'run',
});

/** The run that scripts see if the execution does not belong to one. */
const standaloneRun = {
  id: null,
  iteration: 1,
  iterations: 1,
  row: null,
  environment: null,
  attempt: 1,
} as const;

/** Freezes a JSON value with everything in it. */
const freezeDeeply = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  for (const one of values(value)) freezeDeeply(one);
  return freeze(value);
};

/** Creates the global `run`, and collects what the script asks of the run. */
const createRun = (given: ScriptRun | undefined, environment: string | null) => {
  let step: Handler | undefined;
  let control: RunControl = {};
  let ignored: ReturnType<typeof createNoRunDiagnostic>[] = [];
  const ask = (call: string, asked: RunControl): void => {
    if (step === undefined) throw new Error(`${call} can be called in a handler only`);
    if (given === undefined) ignored.push(createNoRunDiagnostic(call));
    else control = { ...control, ...asked };
  };
  const run = freeze({
    ...(freezeDeeply(given ?? { ...standaloneRun, environment }) as ScriptRun | typeof standaloneRun),
    skip: (reason: unknown): void => {
      const skip = requireText('run.skip', 'a reason', reason);
      if (step !== 'onRequest' && step !== 'beforeRequest')
        throw new Error('run.skip can be called in onRequest only, before the request is sent');
      control = { ...control, skip };
    },
    stop: (reason: unknown): void => {
      ask('run.stop', { stop: requireText('run.stop', 'a reason', reason) });
    },
    next: (target: unknown): void => {
      const next =
        target === null ? null : requireText('run.next', 'the name or path of a request, or null,', target);
      ask('run.next', { next });
    },
  });
  return {
    run,
    /** Called when a handler begins. */
    begin: (handler: Handler): void => {
      step = handler;
      control = {};
      ignored = [];
    },
    /** Takes the instructions of the handler to the run, if there are any. */
    take: () => (keys(control).length === 0 ? {} : { control }),
    /** Whether the request should be skipped. */
    isSkipped: (): boolean => control.skip !== undefined,
    diagnostics: () => ignored,
  };
};

/** The functions of the host, which the script cannot reach. */
export interface HostFunctions extends CryptoHostFunctions, TextCodec {
  readonly limits: ScriptLimits;
  readonly startTimer: StartTimer;
  /** The URL implementation: a program that evaluates to its constructors. */
  readonly urlSource: () => string;
  readonly report: SendReport;
  /** Passes a call of the script to the host, with the clock readings until then as JSON. */
  readonly ask: (id: number, call: string, readings: string) => void;
}

// Taken before the script runs, so that a script which changes the globals does not affect the answer.
const { parse, stringify } = JSON;
const { max } = Math;
const getRealTime = Date.now.bind(Date);

/** The globals without state, which all executions in an isolate can share. */
const constants = {
  expect,
  ServiceResponse,
  Headers: GuestHeaders,
  FinalizationRegistry,
  TextEncoder,
  TextDecoder,
  atob,
  btoa,
  structuredClone,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
};

type Reports = ReturnType<typeof createReports>;

interface Parts {
  readonly terminal: Reports['terminal'];
  readonly tests: Reports['tests'];
  readonly timers: ReturnType<typeof createTimers>;
  readonly crypto: ReturnType<typeof createCrypto>['crypto'];
  readonly cookies: object;
  readonly calls: Calls;
  readonly now: () => number;
}

const createGlobals = ({ terminal, tests, timers, crypto, cookies, calls, now }: Parts) => ({
  ...constants,
  console: terminal.console,
  test: tests.test,
  it: tests.test,
  describe: tests.describe,
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  crypto,
  cookies,
  ...calls.globals,
  Date: createDateWithClock(Date, now),
});

/** Parses the environment, and the data that the shims get but scripts do not. */
const parseEnvironment = (text: string) => {
  const {
    slack,
    isSequential = false,
    ...seen
  } = parse(text) as ScriptEnvironment & {
    readonly slack: number;
  };
  return { slack, isSequential, seen };
};

/** Creates what a script sees of the environment and the run. */
const createScriptParts = (seen: ScriptEnvironment, onSecret: (value: string) => void) => ({
  store: createEnvironment(seen, onSecret),
  run: createRun(seen.run, seen.name),
});

const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    open: (): void => {
      open();
    },
  };
};

/** Defines a global for this execution, or a member of one. The script may replace it. */
const defineGlobal = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
};

type Timers = ReturnType<typeof createTimers>;

const createTurn = (timers: Timers) => (): Promise<void> =>
  new Promise<void>((resolve) => {
    timers.setTimeout(resolve);
  }).catch(() => undefined);

/** Prepares the globals of an execution, and what it needs besides its environment. */
const prepareGlobals = (host: HostFunctions) => {
  const { limits, startTimer, random, compute, urlSource, report, ask } = host;
  const clock = createClock(getRealTime);
  const handled = { count: 0 };
  const reportOf = createReporter(report, () => max(handled.count, 1));
  const cutter = createCutter();
  const timers = createTimers(startTimer, limits.timers);
  const reports = createReports(limits, clock.now, cutter.cut, reportOf, timers);
  const { terminal, tests } = reports;
  const { crypto, settle, isQuiet } = createCrypto({ random, compute });
  const handlers = createHandlerList();
  const jar = createCookies(clock.now);
  const held = { parts: createScriptParts({ name: null, variables: {}, secrets: {} }, cutter.expect) };
  const calls = createCalls({
    ask: (id, call) => {
      ask(id, call, stringify(clock.take()));
    },
    codec: host,
    store: () => held.parts.store,
    turn: createTurn(timers),
    most: limits.calls,
    maxUnits: limits.answerBytes,
  });
  const shared = { terminal, tests, timers, crypto, cookies: jar.cookies, calls, now: clock.now };
  installGlobals(createGlobals(shared), urlSource);
  const foreign = createForeign(shared, reports.nameOf, handlers.addForeign, getRealTime);
  return { clock, handled, cutter, reports, timers, settle, isQuiet, handlers, jar, foreign, calls, held };
};

/** Begins an execution: sets its environment, its random seed, the clock readings to repeat, and its scripts. */
const createBegin =
  ({ reports, handlers, cutter, held, foreign, clock }: ReturnType<typeof prepareGlobals>) =>
  (environment: string, seed: string, readings: string, named: string): void => {
    reports.name(parse(named) as ScriptNames);
    const { slack, isSequential, seen } = parseEnvironment(environment);
    if (isSequential) handlers.runInward();
    cutter.allow(slack);
    held.parts = createScriptParts(seen, cutter.expect);
    const { store, run } = held.parts;
    defineGlobal(globalThis, 'run', run.run);
    if (seen.foreign !== undefined)
      foreign.open({ ...store.env, secretNames: store.secretNames }, run.run, seen.foreign);
    clock.repeat(parse(readings) as number[]);
    defineGlobal(Math, 'random', createRandom(seed));
  };

/** Prepares the globals of an execution and returns the functions that the host calls. */
export const startGuest = (host: HostFunctions) => {
  const prepared = prepareGlobals(host);
  const { clock, handled, reports, timers, settle, isQuiet, handlers, jar, foreign, calls, held } = prepared;
  const { terminal, tests, begins, errorOf, siteOf } = reports;
  const surroundings = { tests, begins, errorOf, siteOf, resultBytes: host.limits.resultBytes };
  const moduleLoaded = createGate();

  const loaded = (exported: readonly Functions[], declared: readonly Functions[]): void => {
    for (const [index, one] of exported.entries())
      handlers.add(reports.nameOf(index), one, declared[index] ?? {});
    moduleLoaded.open();
  };

  const body = createBodyStore(host);
  let owes = false;
  const call = async (
    name: Handler,
    text: string,
    newBody?: string,
    bytes?: ArrayBuffer,
  ): Promise<string> => {
    handled.count += 1;
    // The lines of a handler that did not finish have been sent already.
    if (owes) terminal.take();
    owes = true;
    await moduleLoaded.opened;
    body.keep(newBody, bytes);
    const input = body.into(parse(text) as HandlerInput);
    const given = body.of(input);
    foreign.begin(input, given);
    jar.fill(input.request.cookies);
    const { store, run } = held.parts;
    run.begin(name);
    calls.begin();
    const own = { env: store.env, bytes: given.bytes, isSkipped: run.isSkipped };
    const around = { ...surroundings, ...handlers.named(name), ...own };
    const outcome = await runHandlers(name, around.called, input, around);
    await calls.end();
    owes = false;
    return stringify({
      ...outcome,
      ...foreign.answer(name, outcome.error),
      logs: terminal.take(),
      changes: store.take(),
      ...jar.take(),
      ...run.take(),
      diagnostics: [
        ...handlers.take(),
        ...jar.diagnostics(),
        ...run.diagnostics(),
        ...store.diagnostics(),
        ...tests.diagnostics(),
      ],
      tests: tests.take(),
      readings: clock.take(),
      absent: timers.isQuiet() && isQuiet() ? handlers.absent() : [],
    });
  };

  const begin = createBegin(prepared);
  return { begin, call, loads: reports.loads, loaded, fire: timers.fire, settle, answer: calls.settle };
};
