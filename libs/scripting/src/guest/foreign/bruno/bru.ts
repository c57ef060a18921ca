import type { PendingWork } from '../pending.js';
import type { ShimParts } from '../shim.js';
import { toText } from '../text.js';
import type { Results } from './assertions.js';
import type { createBrunoCookies } from './cookies.js';
import { makeStrict } from './refusals.js';
import type { createScopes } from './scopes.js';
import type { BrunoSender } from './send-request.js';

interface BruInput {
  readonly parts: ShimParts;
  readonly scopes: ReturnType<typeof createScopes>['functions'];
  readonly cookies: ReturnType<typeof createBrunoCookies>;
  readonly sending: BrunoSender['functions'];
  /** What the running script waits for. */
  readonly pending: () => PendingWork;
  /** Whether the running scripts come before the request is sent. */
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
        // Has no effect after the request was sent, as in Bruno.
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

const processVariable = (values: Readonly<Record<string, string>>, given: unknown): string => {
  const name = String(given);
  if (Object.hasOwn(values, name)) return values[name] ?? '';
  throw new Error(
    `bru.getProcessEnv('${name}') is not allowed: scripts may read the variables that are named in TANDEM_SCRIPT_VARIABLES when Tandem starts, such as TANDEM_SCRIPT_VARIABLES=${name}. Or keep the value as a secret of the environment`,
  );
};

/** The object `bru`, which refuses unknown properties. */
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
    getProcessEnv: (name: unknown) => processVariable(about.processVariables, name),
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
