import type { GuestTest } from '../../messages.js';
import type { Cut } from '../cut.js';
import { ExpectationError } from './expect.js';
import { show } from './show.js';
import type { createTimers } from '../web/timers.js';

type DoneCallback = (error?: unknown) => void;
type Work = (done?: DoneCallback) => unknown;

/** The timer functions that tests need. */
export type TestTimers = Pick<ReturnType<typeof createTimers>, 'catchInto' | 'within' | 'settle'>;
interface PlannedTest {
  readonly name: string;
  readonly suite: readonly string[];
  readonly work: Work | null;
  readonly only: boolean;
}

/** Whether JSON would lose the value: it would become null or an empty object. */
const isLost = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value) || Object.is(value, -0);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !['[object Object]', '[object Arguments]'].includes(Object.prototype.toString.call(value));
};

/** Converts a value to JSON. If JSON cannot express it, to text. */
const toPlainJson = (value: unknown, cut: Cut): unknown => {
  if (value === undefined) return 'undefined';
  try {
    const text: unknown = JSON.stringify(value, (_, one: unknown) => (isLost(one) ? show(one) : one));
    if (typeof text !== 'string' || text.length > 10_000) return cut(show(value), 10_000);
    return JSON.parse(text) as unknown;
  } catch {
    return cut(show(value), 10_000);
  }
};

/** The location of an error as text. */
type LocateError = (error: Error) => string;

const toTestError = (error: unknown, cut: Cut, locateError: LocateError): GuestTest['error'] => {
  if (error instanceof ExpectationError) {
    const said = { message: cut(error.message, 2_000), place: locateError(error) };
    return error.compared
      ? { ...said, expected: toPlainJson(error.expected, cut), actual: toPlainJson(error.actual, cut) }
      : said;
  }
  if (!(error instanceof Error)) return { message: cut(`thrown: ${show(error)}`, 2_000) };
  return { message: cut(`${error.name}: ${error.message}`, 2_000), place: locateError(error) };
};

/** Runs a test that takes `done`, a function that it must call when it has ended. The test may also return a promise. */
const waitForDone = (work: Work): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const returned = work((error) => {
      if (error === undefined || error === null) resolve(undefined);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a script may give anything
      else reject(error);
    });
    if (returned instanceof Promise) returned.catch(reject);
  });

const createNotDoneError = (ms: number) => (): Error =>
  new Error(
    `the test takes a parameter, which is the function to call when it has ended, but did not call it within ${ms} ms. Call it, or leave the parameter out and return a promise`,
  );

/**
 * Runs a test with the work that it does not await: it fails if one of its timers throws. Returns how many of its timers are due too late
 * to be waited for.
 */
const runWhole = async (work: Work, timers: TestTimers, maxMs: number): Promise<number> => {
  let thrown: { readonly error: unknown } | undefined;
  let reject: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, give) => (reject = give));
  failed.catch(() => undefined);
  const fail = (error: unknown): void => {
    thrown ??= { error };
    reject(error);
  };
  const release = timers.catchInto(fail);
  try {
    const whole =
      work.length === 0 ? work() : timers.within(waitForDone(work), maxMs, createNotDoneError(maxMs));
    await Promise.race([whole, failed]);
  } finally {
    release();
  }
  const left = await timers.settle(maxMs, fail);
  if (thrown !== undefined) throw thrown.error;
  return left;
};

/** The data for running a test. */
interface TestContext {
  readonly now: () => number;
  readonly cut: Cut;
  readonly placeOf: LocateError;
  readonly timers: TestTimers;
  /** How long to wait for work that a test does not await, in milliseconds. */
  readonly maxMs: number;
  /** Called with the name of a test some of whose timers are due too late. */
  readonly onLeft: (name: string) => void;
}

const runTest =
  ({ now, cut, placeOf, timers, maxMs, onLeft }: TestContext) =>
  async ({ name, suite, work }: PlannedTest, runs: boolean, script: string | null): Promise<GuestTest> => {
    const base = { name, suite, ...(script === null ? {} : { script }) };
    if (!runs || work === null) return { ...base, status: 'skipped', durationMs: 0, error: null };
    const began = now();
    try {
      if ((await runWhole(work, timers, maxMs)) > 0) onLeft(name);
      return { ...base, status: 'passed', durationMs: now() - began, error: null };
    } catch (error) {
      return {
        ...base,
        status: 'failed',
        durationMs: now() - began,
        error: toTestError(error, cut, placeOf),
      };
    }
  };

type Add = (name: unknown, work: unknown, only: boolean, skip: boolean) => void;

const createTestFunction = (add: Add) =>
  Object.assign(
    (name: unknown, work: unknown) => {
      add(name, work, false, false);
    },
    {
      skip: (name: unknown, work?: unknown) => {
        add(name, work, false, true);
      },
      only: (name: unknown, work: unknown) => {
        add(name, work, true, false);
      },
    },
  );

const createResults = (maxTests: number, onResult: (result: GuestTest) => void) => {
  let results: GuestTest[] = [];
  let count = 0;
  return {
    report: (result: GuestTest): void => {
      count += 1;
      results.push(result);
      onResult(result);
    },
    /** Takes the results since the last call. */
    take: (): readonly GuestTest[] => {
      const taken = results;
      results = [];
      return taken;
    },
    /**
     * Throws if there are too many tests.
     * @param waiting how many tests have not reported yet
     */
    refuseTooMany: (waiting: number): void => {
      if (waiting + count >= maxTests) throw new Error(`a script may have at most ${maxTests} tests`);
    },
  };
};

/** Maximum number of tests that are named because their timers were not waited for. */
const maxNamed = 5;

const formatPendingMessage = (name: string): string =>
  `The test “${name.slice(0, 100)}” had ended while a timer was pending that is due too late to wait for, so nothing that it does counts. Await it, clear it, or make it shorter.`;

/** Reports tests whose timers were not waited for. */
const createPendingDiagnostics = (names: readonly string[]) =>
  names.slice(0, maxNamed).map((name) => ({ code: 'TIMER_PENDING', message: formatPendingMessage(name) }));

/**
 * Collects the tests of onTest, and runs them in order.
 * @param onResult called with each result at once
 */
export const createTests = (
  maxTests: number,
  running: Omit<TestContext, 'onLeft'>,
  onResult: (result: GuestTest) => void,
) => {
  const { cut, placeOf } = running;
  const left: string[] = [];
  let open = false;
  let planned: PlannedTest[] = [];
  let suite: readonly string[] = [];
  const { report, take, refuseTooMany } = createResults(maxTests, onResult);

  const add: Add = (name, work, only, skip) => {
    if (!open) throw new Error('test() is only available in onTest');
    refuseTooMany(planned.length);
    if (!skip && typeof work !== 'function') throw new TypeError('test() takes a name and a function');
    planned.push({ name: String(name), suite, work: skip ? null : (work as Work), only });
  };

  const test = createTestFunction(add);

  const describe = (name: unknown, work: unknown): void => {
    if (!open) throw new Error('describe() is only available in onTest');
    if (typeof work !== 'function') throw new TypeError('describe() takes a name and a function');
    const outer = suite;
    suite = [...outer, String(name)];
    try {
      (work as Work)();
    } finally {
      suite = outer;
    }
  };

  const run = runTest({ ...running, onLeft: (name) => left.push(name) });
  const one = async (next: PlannedTest, runs: boolean, script: string | null): Promise<void> => {
    report(await run(next, runs, script));
  };

  return {
    test,
    describe,
    take,
    refuseTooMany,
    /** Reports the tests since the last call whose timers were not waited for. */
    diagnostics: () => createPendingDiagnostics(left.splice(0)),
    /** Adds the result of a test that a script of another tool has run itself. */
    add: (name: string, status: GuestTest['status'], durationMs: number, script: string, error?: unknown) => {
      const failed = status === 'failed' ? toTestError(error, cut, placeOf) : null;
      report({ name, suite: [], script, status, durationMs, error: failed });
    },
    /** Runs `collect`, and then every test that it added, as tests of `script`. */
    run: async (collect: () => unknown, script: string | null): Promise<unknown> => {
      open = true;
      try {
        return await collect();
      } finally {
        const onlySome = planned.some(({ only }) => only);
        while (planned.length > 0) {
          const [next, ...rest] = planned as [PlannedTest, ...PlannedTest[]];
          planned = rest;
          await one(next, !onlySome || next.only, script);
        }
        open = false;
      }
    },
  };
};
