import type { PendingWork, ShimParts } from '../shim.js';

type DoneCallback = (error?: unknown) => void;
type Parts = Pick<ShimParts, 'addTest' | 'refuseTooMany' | 'realNow'>;

/** The data for the tests of the running script. */
interface TestContext {
  readonly script: () => string;
  readonly pending: () => PendingWork;
}

/** The exception of a script. If a script throws undefined, an error that says so. */
export const toThrownError = (error: unknown): unknown => error ?? new Error('thrown without a reason');

/** Creates tests that end later: when they call `done`, or with a promise. */
const createLater = ({ addTest, realNow }: Parts, { script, pending }: TestContext) => {
  let waiting = 0;
  return {
    waiting: (): number => waiting,
    run: (name: string, work: (done: DoneCallback) => unknown): void => {
      const of = script();
      const began = realNow();
      const ended = pending().begin();
      let isOver = false;
      waiting += 1;
      const done: DoneCallback = (error) => {
        if (isOver) return;
        isOver = true;
        waiting -= 1;
        addTest(name, error ? 'failed' : 'passed', realNow() - began, of, error);
        ended();
      };
      try {
        work(done);
      } catch (error) {
        done(toThrownError(error));
      }
    },
  };
};

const reportSettlement =
  (promise: Promise<unknown>) =>
  (done: DoneCallback): void => {
    promise.then(
      () => {
        done();
      },
      (error: unknown) => {
        done(toThrownError(error));
      },
    );
  };

/** Creates `pm.test`, which runs a test at once. */
export const createTest = <P>(parts: Parts, running: TestContext, pm: () => P) => {
  const { addTest, refuseTooMany, realNow } = parts;
  const later = createLater(parts, running);
  let index = 0;
  let counted: string | undefined;
  /** Counts the tests from 1 for each script. */
  const counting = (): void => {
    if (counted !== running.script()) index = 0;
    counted = running.script();
  };

  const now = (name: string, work: () => unknown): void => {
    const began = realNow();
    const end = (status: 'passed' | 'failed', error?: unknown): void => {
      addTest(name, status, realNow() - began, running.script(), error);
    };
    let returned: unknown;
    try {
      returned = work();
    } catch (error) {
      end('failed', error);
      return;
    }
    if (returned instanceof Promise) later.run(name, reportSettlement(returned));
    else end('passed');
  };
  const begin = (name: unknown): string => {
    refuseTooMany(later.waiting());
    counting();
    index += 1;
    return String(name);
  };
  const test = (given: unknown, work: unknown): P => {
    const name = begin(given);
    if (typeof work !== 'function') addTest(name, 'passed', 0, running.script());
    else if (work.length > 0) later.run(name, work as (done: DoneCallback) => unknown);
    else now(name, work as () => unknown);
    return pm();
  };
  return Object.assign(test, {
    skip: (given: unknown): P => {
      addTest(begin(given), 'skipped', 0, running.script());
      return pm();
    },
    index: (): number => {
      counting();
      return index;
    },
  });
};

/** Adds the results that a script of the old API put into `tests`. */
export const addLegacyTests = (
  { addTest, refuseTooMany }: Parts,
  script: string,
  tests: Readonly<Record<string, unknown>>,
): void => {
  for (const [name, value] of Object.entries(tests)) {
    refuseTooMany(0);
    const failed = new Error(`expected ${String(value)} to be truthy`);
    failed.name = 'AssertionError';
    addTest(name, value ? 'passed' : 'failed', 0, script, failed);
  }
};
