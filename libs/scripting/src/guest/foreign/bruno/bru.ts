import type { PendingWork, ShimParts } from '../shim.js';
import { toText } from '../text.js';
import type { Results } from './assertions.js';
import { createListReaders, type Property } from './header-list.js';
import { makeStrict } from './refusals.js';
import type { createScopes } from './scopes.js';
import type { BrunoSender } from './send-request.js';

type DoneCallback = (error: unknown, result?: unknown) => unknown;

/** Passes the result to a callback. If there is none, returns it as a promise. */
const answerCallback = async (done: unknown, work: () => unknown): Promise<unknown> => {
  if (typeof done !== 'function') return work();
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    await (done as DoneCallback)(error, null);
    return undefined;
  }
  await (done as DoneCallback)(null, result);
  return undefined;
};

const toCookieFields = (given: unknown, value: unknown) => {
  if (typeof given !== 'object' || given === null)
    return { name: given, value: typeof value === 'string' ? value : '', attributes: {} };
  const { key, name, value: text, path, secure, httpOnly, expires } = given as Record<string, unknown>;
  return {
    name: key ?? name,
    value: toText(text ?? ''),
    attributes: Object.fromEntries(
      Object.entries({ path, secure, httpOnly, expires }).filter(
        ([, one]) => one !== undefined && one !== null,
      ),
    ),
  };
};

type Interpolate = (text: unknown) => unknown;

/** Creates `bru.cookies.jar()`. */
const createCookieJar = (
  { cookies }: ShimParts,
  listOf: (url: unknown) => readonly Property[],
  interpolate: Interpolate,
) => {
  const address = (url: unknown): string => String(interpolate(url));
  const set = (url: unknown, given: unknown, value?: unknown): void => {
    const one = toCookieFields(given, value);
    cookies.set(address(url), one.name, one.value, one.attributes);
  };
  const one = (url: unknown, name: unknown) => listOf(address(url)).find(({ key }) => key === name) ?? null;
  return {
    getCookie: (url: unknown, name: unknown, done?: unknown) => answerCallback(done, () => one(url, name)),
    getCookies: (url: unknown, done?: unknown) => answerCallback(done, () => listOf(address(url))),
    hasCookie: (url: unknown, name: unknown, done?: unknown) =>
      answerCallback(done, () => one(url, name) !== null),
    setCookie: (url: unknown, given: unknown, value?: unknown, done?: unknown) =>
      answerCallback(typeof value === 'function' ? value : done, () => {
        set(url, given, value);
      }),
    setCookies: (url: unknown, all: readonly unknown[], done?: unknown) =>
      answerCallback(done, () => {
        all.forEach((given) => {
          set(url, given);
        });
      }),
    deleteCookie: (url: unknown, name: unknown, done?: unknown) =>
      answerCallback(done, () => {
        cookies.delete(address(url), name);
      }),
    deleteCookies: (url: unknown, done?: unknown) =>
      answerCallback(done, () => {
        for (const { key } of listOf(address(url))) cookies.delete(address(url), key);
      }),
    clear: (done?: unknown) =>
      answerCallback(done, () => {
        cookies.clear();
      }),
  };
};

/** Creates `bru.cookies`, the cookies that are sent to the URL of the request. */
export const createBrunoCookies = (parts: ShimParts, url: () => string, interpolate: Interpolate) => {
  const { cookies } = parts;
  const listOf = (address: unknown): readonly Property[] =>
    cookies.list(address).map(({ name, ...cookie }) => ({ key: name, ...cookie }));
  const list = (): readonly Property[] => listOf(url());
  const jar = createCookieJar(parts, listOf, interpolate);
  const upsert = (given: unknown, done?: unknown) => {
    if (typeof given !== 'object' || given === null)
      return answerCallback(done, () => {
        throw new Error('cookieObj must be a non-null object');
      });
    return jar.setCookie(url(), given, done);
  };
  const remove = (name: unknown, done?: unknown) => jar.deleteCookie(url(), name, done);
  return {
    ...createListReaders(list),
    idx: (index: number) => list()[index],
    indexOf: (given: Property | null) =>
      list().findIndex(({ key, value }) => key === given?.key && value === given.value),
    toObject: () => Object.fromEntries(list().map(({ key, value }) => [key, value])),
    toString: () =>
      list()
        .map(({ key, value }) => `${key}=${String(value)}`)
        .join('; '),
    upsert,
    add: upsert,
    remove,
    delete: remove,
    clear: (done?: unknown) => jar.deleteCookies(url(), done),
    jar: () => jar,
  };
};

interface BruInput {
  readonly parts: ShimParts;
  readonly scopes: ReturnType<typeof createScopes>['functions'];
  readonly cookies: ReturnType<typeof createBrunoCookies>;
  readonly sending: BrunoSender['functions'];
  /** The work that the script has not awaited and that must end before the script does. */
  readonly pending: () => PendingWork;
  /** Whether the scripts that are running come before the request. */
  readonly isBefore: () => boolean;
  readonly tests: Results;
  readonly assertions: Results;
}

const createIterationData = (row: Readonly<Record<string, unknown>>) => {
  const data = { ...row };
  return {
    get: (name?: unknown) => (name === undefined ? { ...data } : data[toText(name)]),
    has: (name: unknown) => Object.hasOwn(data, String(name)),
    set: (name: unknown, value: unknown) => {
      data[String(name)] = value;
    },
    unset: (name: unknown) => {
      Reflect.deleteProperty(data, String(name));
    },
    stringify: () => JSON.stringify(data),
  };
};

const createRunner = ({ run }: ShimParts, isBefore: () => boolean) => {
  const setNextRequest = (name: unknown): void => {
    run.next(typeof name === 'string' ? name : null);
  };
  return {
    setNextRequest,
    runner: makeStrict('bru.runner', {
      setNextRequest,
      skipRequest: (): void => {
        // As in Bruno, this has no effect once the request was sent.
        if (isBefore()) run.skip('bru.runner.skipRequest was called');
      },
      stopExecution: (): void => {
        run.stop('bru.runner.stopExecution was called');
      },
      iterationIndex: run.iteration - 1,
      totalIterations: run.iterations,
      iterationData: createIterationData(run.row ?? {}),
    }),
  };
};

const getProcessVariable = (
  { processVariables, envFileProblems = [] }: ShimParts['about'],
  given: unknown,
): string => {
  const name = String(given);
  if (Object.hasOwn(processVariables, name)) return processVariables[name] ?? '';
  throw new Error(
    [
      `bru.getProcessEnv('${name}') is not allowed: no .env file has it, and nobody allowed it.`,
      ...envFileProblems,
      `Write ${name}=… into the .env file beside opencollection.yml, or start Tandem with TANDEM_ENV_ALLOW=${name}; in the window a person then allows it once under Environments`,
    ].join(' '),
  );
};

/** Creates the object `bru`. If a script calls an unknown property of it, the error names the property. */
export const createBru = ({
  parts,
  scopes,
  cookies,
  sending,
  pending,
  isBefore,
  tests,
  assertions,
}: BruInput): object => {
  const { env, about, setTimeout } = parts;
  return makeStrict('bru', {
    ...scopes,
    ...sending,
    ...createRunner(parts, isBefore),
    cookies,
    cwd: () => about.cwd,
    getEnvName: () => env.name ?? undefined,
    getCollectionName: () => about.collectionName,
    isSafeMode: () => true,
    getProcessEnv: (name: unknown) => getProcessVariable(about, name),
    getTestResults: tests.get,
    getAssertionResults: assertions.get,
    sleep: (ms: unknown) =>
      pending().hold(
        () =>
          new Promise((resolve) => {
            setTimeout(
              () => {
                resolve('slept');
              },
              Math.max(0, Number(ms) || 0),
            );
          }),
      ),
    utils: {
      minifyJson: (given: unknown): string =>
        JSON.stringify(typeof given === 'string' ? (JSON.parse(given) as unknown) : given),
      minifyXml: (given: unknown): string => toText(given).replace(/>\s+</g, '><').trim(),
    },
    visualize: (): void => {
      parts.warn('bru.visualize has no effect here: read the response in its own panel');
    },
    clearVisualizations: (): void => undefined,
  });
};

/** The data for the tests of the running script. */
interface TestContext {
  readonly script: () => string;
  readonly pending: () => PendingWork;
}

/** Creates `test`, which runs a test at once. The results are in the order in which the tests end. */
export const createTest = (
  { addTest, refuseTooMany, realNow }: ShimParts,
  { script, pending }: TestContext,
  results: Results,
) => {
  let waiting = 0;
  return async (name: unknown, work: unknown): Promise<void> => {
    refuseTooMany(waiting);
    const description = String(name);
    const of = script();
    const began = realNow();
    const ended = pending().begin();
    waiting += 1;
    try {
      await (work as () => unknown)();
      results.add({ description, status: 'pass' });
      addTest(description, 'passed', realNow() - began, of);
    } catch (error) {
      const told = error ?? new Error('An unexpected error occurred.');
      results.add({ description, status: 'fail', error: (told as { readonly message?: unknown }).message });
      addTest(description, 'failed', realNow() - began, of, told);
    } finally {
      waiting -= 1;
      ended();
    }
  };
};
