import type { ScriptEnvironment } from '@tandem/core';

import type { ScriptLimits } from '../limits.js';
import type { Handler } from '../messages.js';
import type { ScriptNames } from '../script-files.js';
import { type Calls, createCalls } from './calls/calls.js';
import { createClock, createDateWithClock, createRandom } from './web/clock.js';
import { createCookies } from './cookies/cookies.js';
import { createCrypto, type CryptoHostFunctions } from './web/crypto.js';
import { createCutter } from './cut.js';
import { createEnvironment } from './environment.js';
import { expect } from './tests/expect.js';
import { FinalizationRegistry } from './web/finalization-registry.js';
import { createForeign } from './foreign/foreign.js';
import { installGlobals } from './globals.js';
import { createHandlerList, type Functions } from './handler-list.js';
import { type HandlerInput, runHandlers } from './handlers.js';
import { createBodyStore } from './calls/pending-body.js';
import { GuestHeaders } from './web/headers.js';
import { ServiceResponse } from './response.js';
import { createReporter, createReports, type SendReport } from './reports.js';
import { createRun } from './run.js';
import { structuredClone } from './web/structured-clone.js';
import { createTimers, type StartTimer } from './web/timers.js';
import { atob, btoa, TextDecoder, TextEncoder } from './web/web.js';

/** The host's functions, which the script cannot reach. */
export interface HostFunctions extends CryptoHostFunctions {
  readonly limits: ScriptLimits;
  readonly startTimer: StartTimer;
  /** The URL implementation: a program that evaluates to its constructors. */
  readonly urlSource: () => string;
  /** Encodes text as UTF-8. */
  readonly encode: (text: string) => ArrayBuffer;
  readonly report: SendReport;
  /** Makes a script's call, with the clock readings until then as JSON. */
  readonly ask: (id: number, call: string, readings: string) => void;
}

// Captured before the script runs, so that the answer does not depend on globals that the script changes.
const { parse, stringify } = JSON;
const { max } = Math;
const getRealTime = Date.now.bind(Date);

/** Stateless globals. */
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

/** The environment, and additional data that the script does not get. */
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

/** What a script sees of its environment and its run. */
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

/** Replaces a global, or one of its members, for this execution. A script may replace it again. */
const give = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
};

type Timers = ReturnType<typeof createTimers>;

const turnOf = (timers: Timers) => (): Promise<void> =>
  new Promise<void>((resolve) => {
    timers.setTimeout(resolve);
  }).catch(() => undefined);

/** An execution's data besides its environment, and its globals. */
const prepare = (host: HostFunctions) => {
  const { limits, startTimer, random, compute, urlSource, report, ask, encode } = host;
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
    encode,
    store: () => held.parts.store,
    turn: turnOf(timers),
    most: limits.calls,
    maxUnits: limits.answerBytes,
  });
  const shared = { terminal, tests, timers, crypto, cookies: jar.cookies, calls, now: clock.now };
  installGlobals(createGlobals(shared), urlSource);
  const foreign = createForeign(shared, reports.nameOf, handlers.addForeign, getRealTime);
  return { clock, handled, cutter, reports, timers, settle, isQuiet, handlers, jar, foreign, calls, held };
};

/** Sets this execution's environment, random seed, clock readings to repeat, and scripts. */
const createBegin =
  ({ reports, handlers, cutter, held, foreign, clock }: ReturnType<typeof prepare>) =>
  (environment: string, seed: string, readings: string, named: string): void => {
    reports.name(parse(named) as ScriptNames);
    const { slack, isSequential, seen } = parseEnvironment(environment);
    if (isSequential) handlers.runInward();
    cutter.allow(slack);
    held.parts = createScriptParts(seen, cutter.expect);
    const { store, run } = held.parts;
    give(globalThis, 'run', run.run);
    if (seen.foreign !== undefined)
      foreign.open({ ...store.env, secretNames: store.secretNames }, run.run, seen.foreign);
    clock.repeat(parse(readings) as number[]);
    give(Math, 'random', createRandom(seed));
  };

/** Prepares the globals of an execution and returns the functions that the host calls. */
export const start = (host: HostFunctions) => {
  const prepared = prepare(host);
  const { clock, handled, reports, timers, settle, isQuiet, handlers, jar, foreign, calls, held } = prepared;
  const { terminal, tests, begins, errorOf, siteOf } = reports;
  const surroundings = { tests, begins, errorOf, siteOf, resultBytes: host.limits.resultBytes };
  const moduleLoaded = createGate();

  const loaded = (exported: readonly Functions[], declared: readonly Functions[]): void => {
    for (const [index, one] of exported.entries())
      handlers.add(reports.nameOf(index), one, declared[index] ?? {});
    moduleLoaded.open();
  };

  const body = createBodyStore(host.encode);
  let owes = false;
  const call = async (
    name: Handler,
    text: string,
    newBody?: string,
    bytes?: ArrayBuffer,
  ): Promise<string> => {
    handled.count += 1;
    // The lines of an unfinished handler have already been sent.
    if (owes) terminal.take();
    owes = true;
    await moduleLoaded.opened;
    body.keep(newBody, bytes);
    const input = body.into(parse(text) as HandlerInput);
    foreign.begin(input);
    jar.fill(input.request.cookies);
    const { store, run } = held.parts;
    run.begin(name);
    calls.begin();
    const own = { env: store.env, bytes: body.bytesOf(input), isSkipped: run.isSkipped };
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
