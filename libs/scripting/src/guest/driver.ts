import type { ScriptEnvironment } from '@tandem/core';

import type { ScriptLimits } from '../limits.js';
import type { Handler, Reported } from '../messages.js';
import type { ScriptNames } from '../script-files.js';
import { createClock, dateOver, randomFrom } from './clock.js';
import { createConsole } from './console.js';
import { createCookies } from './cookies.js';
import { createCrypto, type CryptoHostFunctions } from './crypto.js';
import { createCutter, type Cut } from './cut.js';
import { createEnvironment } from './environment.js';
import { expect } from './expect.js';
import { FinalizationRegistry } from './finalization-registry.js';
import { createForeign } from './foreign/foreign.js';
import { installGlobals } from './globals.js';
import { createHandlerList, type Functions } from './handler-list.js';
import { type HandlerInput, runHandlers } from './handlers.js';
import { createHeldBody } from './held-body.js';
import { GuestHeaders } from './headers.js';
import { ServiceResponse } from './response.js';
import { createRun } from './run.js';
import { placeOf, scriptErrorOf } from './script-error.js';
import { structuredClone } from './structured-clone.js';
import { createTests } from './tests.js';
import { createTimers, type StartTimer } from './timers.js';
import { atob, btoa, TextDecoder, TextEncoder } from './web.js';

/** The functions of the host; the script cannot reach them. */
export interface HostFunctions extends CryptoHostFunctions {
  readonly limits: ScriptLimits;
  readonly startTimer: StartTimer;
  /** The URL implementation: a program that evaluates to its constructors. */
  readonly urlSource: () => string;
  /** Encodes text as UTF-8. */
  readonly encode: (text: string) => ArrayBuffer;
  /** Sends a console line or a test result as JSON immediately, in case the handler never finishes. */
  readonly report: (call: number, kind: keyof Reported, text: string) => void;
}

// Captured before the script runs, so that the answer does not depend on globals that the script changes.
const { parse, stringify } = JSON;
const { max } = Math;
const realNow = Date.now.bind(Date);

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

/** Sends console lines and test results to the host, with the number of their call. */
const createReporter =
  (report: HostFunctions['report'], call: () => number) =>
  (kind: keyof Reported) =>
  (value: unknown): void => {
    try {
      report(call(), kind, stringify(value));
    } catch {
      // If the script has broken JSON for itself, these are only in its answer.
    }
  };

/** What scripts report: console lines, tests, and errors with their places. */
const createReports = (
  limits: ScriptLimits,
  now: () => number,
  cut: Cut,
  reportOf: ReturnType<typeof createReporter>,
) => {
  let names: ScriptNames = [null];
  const reportScript = reportOf('scripts');
  /** Not for the script of a request alone, which needs no name. */
  const begins = (script: string | null): void => {
    if (names.length > 1 || script !== null) reportScript(script);
  };
  const place = (error: Error): string => placeOf(names, error);
  return {
    terminal: createConsole(limits.consoleLines, limits.consoleBytes, now, cut, reportOf('logs')),
    tests: createTests(limits.tests, realNow, cut, place, reportOf('tests')),
    name: (given: ScriptNames): void => {
      names = given;
    },
    nameOf: (index: number): string | null => names[index] ?? null,
    begins,
    /** Called when the script before `index` has loaded. */
    loads: (index: number): void => {
      if (index < names.length) begins(names[index] ?? null);
    },
    errorOf: (error: unknown, script: string | null) => scriptErrorOf(error, cut, names, script),
  };
};

interface Parts {
  readonly terminal: ReturnType<typeof createConsole>;
  readonly tests: ReturnType<typeof createTests>;
  readonly timers: ReturnType<typeof createTimers>;
  readonly crypto: ReturnType<typeof createCrypto>['crypto'];
  readonly cookies: object;
  readonly now: () => number;
}

const globalsOf = ({ terminal, tests, timers, crypto, cookies, now }: Parts) => ({
  ...constants,
  console: terminal.console,
  test: tests.test,
  it: tests.test,
  describe: tests.describe,
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  crypto,
  cookies,
  Date: dateOver(Date, now),
});

/** The environment, and what else is sent with it that the script does not get. */
const environmentIn = (text: string) => {
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
const partsOf = (seen: ScriptEnvironment, onSecret: (value: string) => void) => ({
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

/** Replaces a global, or what one has, for this execution; a script may replace it again. */
const give = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
};

/** What an execution has beside its environment, and its globals. */
const prepare = ({ limits, startTimer, random, compute, urlSource, report }: HostFunctions) => {
  const clock = createClock(realNow);
  const calls = { count: 0 };
  const reportOf = createReporter(report, () => max(calls.count, 1));
  const cutter = createCutter();
  const reports = createReports(limits, clock.now, cutter.cut, reportOf);
  const { terminal, tests } = reports;
  const timers = createTimers(startTimer, limits.timers);
  const { crypto, settle, isQuiet } = createCrypto({ random, compute });
  const handlers = createHandlerList();
  const jar = createCookies(clock.now);
  const shared = { terminal, tests, timers, crypto, cookies: jar.cookies, now: clock.now };
  installGlobals(globalsOf(shared), urlSource);
  const foreign = createForeign(shared, reports.nameOf, handlers.addForeign, realNow);
  return { clock, calls, cutter, reports, timers, settle, isQuiet, handlers, jar, foreign };
};

/** Prepares the globals of an execution and returns the functions that the host calls. */
export const start = (host: HostFunctions) => {
  const { clock, calls, cutter, reports, timers, settle, isQuiet, handlers, jar, foreign } = prepare(host);
  const { terminal, tests, begins, errorOf } = reports;
  const surroundings = { tests, begins, errorOf, resultBytes: host.limits.resultBytes };
  let { store, run } = partsOf({ name: null, variables: {}, secrets: {} }, cutter.expect);
  const moduleLoaded = createGate();

  /** Sets what belongs to this execution: its environment, its random seed, the clock readings to repeat, and its scripts. */
  const begin = (environment: string, seed: string, readings: string, named: string): void => {
    reports.name(parse(named) as ScriptNames);
    const { slack, isSequential, seen } = environmentIn(environment);
    if (isSequential) handlers.runInward();
    cutter.allow(slack);
    ({ store, run } = partsOf(seen, cutter.expect));
    give(globalThis, 'run', run.run);
    if (seen.collection !== undefined) foreign.open(store.env, run.run, seen.collection);
    clock.repeat(parse(readings) as number[]);
    give(Math, 'random', randomFrom(seed));
  };

  const loaded = (exported: readonly Functions[], declared: readonly Functions[]): void => {
    for (const [index, one] of exported.entries())
      handlers.add(reports.nameOf(index), one, declared[index] ?? {});
    moduleLoaded.open();
  };

  const held = createHeldBody(host.encode);
  let owes = false;
  const call = async (name: Handler, text: string, body?: string, bytes?: ArrayBuffer): Promise<string> => {
    calls.count += 1;
    // Lines of a handler that did not finish have already been sent.
    if (owes) terminal.take();
    owes = true;
    await moduleLoaded.opened;
    held.keep(body, bytes);
    const input = held.into(parse(text) as HandlerInput);
    foreign.begin(input);
    jar.fill(input.request.cookies);
    run.begin(name);
    const own = { env: store.env, bytes: held.bytesOf(input), isSkipped: run.isSkipped };
    const around = { ...surroundings, ...handlers.named(name), ...own };
    const outcome = await runHandlers(name, around.called, input, around);
    owes = false;
    return stringify({
      ...outcome,
      ...foreign.answer(name, outcome.error),
      logs: terminal.take(),
      changes: store.take(),
      ...jar.take(),
      ...run.take(),
      diagnostics: [...handlers.take(), ...jar.diagnostics(), ...run.diagnostics()],
      tests: tests.take(),
      readings: clock.take(),
      absent: timers.isQuiet() && isQuiet() ? handlers.absent() : [],
    });
  };

  return { begin, call, loads: reports.loads, loaded, fire: timers.fire, settle };
};
