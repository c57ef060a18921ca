import type {
  ForeignDialect,
  ForeignEnvironment,
  ForeignEvent,
  NamedScript,
  RetainedVariable,
  ScriptRun,
} from '@tandem/core';

import type { GuestTest } from '../../messages.js';
import type { Calls } from '../calls/calls.js';
import type { HandlerInput } from '../handlers.js';
import type { ResponseBody } from '../response.js';
import type { LibraryName } from './libraries.js';

/** Binds the predefined names of a script to values, and returns the script as a function. */
export type MakeScript = (...values: readonly unknown[]) => () => Promise<unknown>;

/** The modules that a script requires, by name. */
export type Requires = NonNullable<NamedScript['requires']>;

/** A required file, as a function that takes its predefined names. */
export interface RequiredFile {
  readonly make: (...values: readonly unknown[]) => () => unknown;
  readonly requires: Requires;
}

type Text = string | undefined;

/** The environment as shims use it. */
export interface ShimEnvironment {
  readonly name: string | null;
  readonly getVariable: (name: unknown) => unknown;
  readonly setVariable: (name: unknown, value: unknown) => void;
  readonly unsetVariable: (name: unknown) => void;
  readonly hasVariable: (name: unknown) => boolean;
  /** The value of a secret. Null if it is withheld from the scripts. */
  readonly getSecret: (name: unknown) => Text | null;
  readonly setSecret: (name: unknown, value: unknown) => void;
  readonly hasSecret: (name: unknown) => boolean;
  /** The names of secrets, also of those whose values scripts do not get. */
  readonly secretNames: () => readonly string[];
  readonly variables: () => Readonly<Record<string, unknown>>;
}

/** The functions and data that a shim consists of. With them, it cannot send more than Tandem's own scripts can. */
export interface ShimParts {
  readonly env: ShimEnvironment;
  /** The request and its context, as far as scripts can query them. */
  readonly about: ForeignEnvironment;
  readonly run: (ScriptRun | { readonly id: null }) & {
    readonly iteration: number;
    readonly iterations: number;
    readonly seed?: number | undefined;
    readonly row: ScriptRun['row'];
    readonly skip: (reason: unknown) => void;
    readonly stop: (reason: unknown) => void;
    readonly next: (target: unknown) => void;
  };
  /** Throws if the script has too many tests. `waiting` are those that have not ended. */
  readonly refuseTooMany: (waiting: number) => void;
  readonly addTest: (
    name: string,
    status: GuestTest['status'],
    durationMs: number,
    script: string,
    error?: unknown,
  ) => void;
  readonly cookies: {
    readonly list: (url: unknown) => readonly { readonly name: string; readonly value: string }[];
    readonly set: (url: unknown, name: unknown, value: unknown, attributes?: unknown) => void;
    readonly delete: (url: unknown, name: unknown) => boolean;
    readonly clear: () => void;
  };
  /** Sends a request, or executes a saved one. Rejects with an error that has a code. */
  readonly send: Calls['send'];
  readonly execute: Calls['execute'];
  readonly setTimeout: (work: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** The clock that scripts read. A rebuilt session repeats its readings. */
  readonly now: () => number;
  /** The real clock, to measure durations. */
  readonly realNow: () => number;
  readonly uuid: () => string;
  readonly warn: (message: string) => void;
  readonly input: () => HandlerInput;
  /** The body of the response of the input. */
  readonly body: () => ResponseBody;
  /** Returns the exports of a library. Undefined if no script mentions it. */
  readonly library: (name: LibraryName) => unknown;
  /** Returns a file that a script requires. */
  readonly file: (name: string) => RequiredFile | undefined;
}

/** The API of another tool, for its scripts. */
export interface Shim {
  readonly run: (event: ForeignEvent, script: string, make: MakeScript, requires: Requires) => Promise<void>;
  /** The request as the scripts have changed it so far. */
  readonly request: () => object;
  /** The variables that last only for this execution. */
  readonly locals: () => Readonly<Record<string, unknown>>;
  /** Takes the changes of variables in memory since the last call. */
  readonly kept: () => readonly RetainedVariable[];
}

export type CreateShim = (parts: ShimParts) => Shim;

/** The hooks by which the shim, its libraries and the scripts register. They are global while these are loaded. */
export interface ForeignHooks {
  readonly dialect: (name: ForeignDialect, create: CreateShim) => void;
  readonly library: (name: LibraryName, make: () => unknown) => void;
  readonly script: (
    index: number,
    dialect: ForeignDialect,
    event: ForeignEvent,
    make: MakeScript,
    requires?: Requires,
  ) => void;
  readonly file: (name: string, make: RequiredFile['make'], requires?: Requires) => void;
  /** Removes the global again. */
  readonly close: () => void;
}

declare global {
  /** Exists while shims, libraries and scripts are loaded. */
  var __tandemForeign: ForeignHooks;
}

/** Wraps the test functions so that they explain the exception of a failed test. */
export const explainFailedTests = (parts: ShimParts, explain: (error: unknown) => unknown): ShimParts => ({
  ...parts,
  addTest: (name, status, durationMs, script, error) => {
    parts.addTest(name, status, durationMs, script, status === 'failed' ? explain(error) : error);
  },
});

/** Properties that JavaScript itself, JSON or assertions look up in any object. */
const probedNames = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'length',
  '$$typeof',
  'asymmetricMatch',
]);

/** Throws an error that names the call and says what to use instead. */
export type Refuse = (call: string) => never;

const isCallOf = (key: string, message: string): boolean =>
  message.endsWith(`.${key} is not a function`) || message.endsWith(`"${key}"] is not a function`);

/**
 * Creates helpers for objects whose unknown properties are undefined, so that scripts can check for them. If a script calls one, or reads a
 * property of it, the error names it.
 * @param whatInstead says what to use instead of a known property that Tandem lacks
 */
export const createAbsent = (whatInstead: (call: string) => string | undefined) => {
  let last: string | undefined;
  const missing = (call: string): string =>
    `${call} is not available here: ${whatInstead(call) ?? 'Tandem has nothing that does this'}`;
  const refuse: Refuse = (call) => {
    throw new Error(missing(call));
  };
  return {
    refuse,
    strict: <A extends object>(name: string, known: A): A =>
      new Proxy(known, {
        get: (target, key, self) => {
          const isAbsent = typeof key === 'string' && !(key in target) && !probedNames.has(key);
          if (isAbsent) last = `${name}.${key}`;
          return isAbsent ? undefined : Reflect.get(target, key, self);
        },
      }),
    /** Adds to an exception of a script that the script used something which Tandem lacks. */
    explain: (error: unknown): unknown => {
      if (!(error instanceof TypeError) || last === undefined) return error;
      const { message } = error;
      const key = last.slice(last.lastIndexOf('.') + 1);
      if (isCallOf(key, message)) error.message = missing(last);
      else if (
        /^Cannot (?:read|set) properties of undefined/.test(message) &&
        whatInstead(last) !== undefined
      )
        error.message = `${message}. ${missing(last)}`;
      return error;
    },
  };
};

type Work = (...args: unknown[]) => unknown;

/** Creates the timers of a script. Calls `check` when a timer has ended, and `fail` with the exception of a timer. */
const createTimers = (
  { setTimeout, clearTimeout }: ShimParts,
  check: () => void,
  fail: (error: unknown) => void,
) => {
  const timers = new Map<number, number>();
  let lastId = 0;
  const guarded = (work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  const start = (work: unknown, ms: unknown, args: readonly unknown[], repeats: boolean): number => {
    if (typeof work !== 'function') throw new TypeError('a timer takes a function');
    const id = ++lastId;
    const again = (): void => {
      const tick = (): void => {
        if (!repeats) timers.delete(id);
        guarded(() => (work as Work)(...args));
        if (repeats && timers.has(id)) again();
        check();
      };
      timers.set(id, setTimeout(tick, Math.max(0, Number(ms) || 0)));
    };
    again();
    return id;
  };
  const stop = (id: unknown): void => {
    const timer = timers.get(Number(id));
    if (timer === undefined) return;
    clearTimeout(timer);
    timers.delete(Number(id));
    check();
  };
  return {
    globals: {
      setTimeout: (work: unknown, ms?: unknown, ...args: unknown[]) => start(work, ms, args, false),
      setInterval: (work: unknown, ms?: unknown, ...args: unknown[]) => start(work, ms, args, true),
      setImmediate: (work: unknown, ...args: unknown[]) => start(work, 0, args, false),
      clearTimeout: stop,
      clearInterval: stop,
      clearImmediate: stop,
    },
    isQuiet: () => timers.size === 0,
  };
};

/** Tracks the timers and unfinished tests of a script. The script ends when all of them have ended. */
export const createPendingWork = (parts: ShimParts) => {
  const { setTimeout } = parts;
  let waiting = 0;
  let failed: { readonly error: unknown } | undefined;
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  const check = (): void => {
    if (waiting === 0 && timers.isQuiet()) settle?.resolve();
  };
  const fail = (error: unknown): void => {
    failed ??= { error };
    settle?.reject(error);
  };
  const timers = createTimers(parts, check, fail);
  const begin = (): (() => void) => {
    waiting += 1;
    return () => {
      waiting -= 1;
      check();
    };
  };
  return {
    globals: timers.globals,
    /** Called when a test begins. The returned function is called when it ends. */
    begin,
    /** Waits for work, and then for one turn in which work may begin that follows from it. */
    hold: async <A>(work: () => Promise<A>): Promise<A> => {
      const ended = begin();
      try {
        return await work();
      } finally {
        setTimeout(ended, 0);
      }
    },
    /** Ends the script with an exception from work that it did not await. */
    fail,
    /** Waits until nothing is pending. Rejects with the exception of a timer or callback. */
    end: (): Promise<void> =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (failed) settle.reject(failed.error);
        check();
      }),
  };
};

export type PendingWork = ReturnType<typeof createPendingWork>;
