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
import type { LibraryName } from './libraries.js';

/** Binds a script's predefined names, and returns the script as a function. */
export type MakeScript = (...values: readonly unknown[]) => () => Promise<unknown>;

/** The modules that a script requires, by name. */
export type Requires = NonNullable<NamedScript['requires']>;

/** A required file, as a function of its predefined names. */
export interface RequiredFile {
  readonly make: (...values: readonly unknown[]) => () => unknown;
  readonly requires: Requires;
}

type Text = string | undefined;

/** The environment of the execution. */
export interface ShimEnvironment {
  readonly name: string | null;
  readonly getVariable: (name: unknown) => unknown;
  readonly setVariable: (name: unknown, value: unknown) => void;
  readonly unsetVariable: (name: unknown) => void;
  readonly hasVariable: (name: unknown) => boolean;
  /** Null if it is withheld from the scripts. */
  readonly getSecret: (name: unknown) => Text | null;
  readonly setSecret: (name: unknown, value: unknown) => void;
  readonly hasSecret: (name: unknown) => boolean;
  /** Values that scripts do not get. */
  readonly secretNames: () => readonly string[];
  readonly variables: () => Readonly<Record<string, unknown>>;
}

/** The dependencies of a shim. With them, a shim can send only what Tandem's own scripts can send too. */
export interface ShimParts {
  readonly env: ShimEnvironment;
  /** The request, and the context that scripts can query. */
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
  /** Throws if there are too many tests. */
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
  /** The scripts' clock. A rebuilt session repeats its readings. */
  readonly now: () => number;
  /** The real clock, for durations. */
  readonly realNow: () => number;
  readonly uuid: () => string;
  readonly warn: (message: string) => void;
  readonly input: () => HandlerInput;
  /** The exports of a library; undefined if no script mentions it. */
  readonly library: (name: LibraryName) => unknown;
  /** A file that a script requires. */
  readonly file: (name: string) => RequiredFile | undefined;
}

/** Another tool's API for its scripts. */
export interface Shim {
  readonly run: (event: ForeignEvent, script: string, make: MakeScript, requires: Requires) => Promise<void>;
  /** The request as changed by the scripts before it. */
  readonly request: () => object;
  /** Variables for this execution only. */
  readonly locals: () => Readonly<Record<string, unknown>>;
  /** The variables that were set or removed in memory since the last call. */
  readonly kept: () => readonly RetainedVariable[];
}

export type CreateShim = (parts: ShimParts) => Shim;

/** The hooks that are global while the shim, its libraries and the scripts are loaded. */
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
  /** Removes the global. */
  readonly close: () => void;
}

declare global {
  /** Set while the dialects are loaded. */
  var __tandemForeign: ForeignHooks;
}

/** Helpers that explain a failed test's exception. */
export const explainFailedTests = (parts: ShimParts, explain: (error: unknown) => unknown): ShimParts => ({
  ...parts,
  addTest: (name, status, durationMs, script, error) => {
    parts.addTest(name, status, durationMs, script, status === 'failed' ? explain(error) : error);
  },
});

/** Properties that JavaScript, JSON and assertions look up in any object. */
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

/** Throws an error that names the call and its replacement. */
export type Refuse = (call: string) => never;

const isCallOf = (key: string, message: string): boolean =>
  message.endsWith(`.${key} is not a function`) || message.endsWith(`"${key}"] is not a function`);

/**
 * Objects whose unknown properties are undefined, so that scripts can check for them, and errors that name the
 * property that a script called or read anyway.
 * @param whatInstead returns the replacement of a known property that is missing here
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
    /** Adds to a script's exception that it used something missing here. */
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

/** A script's timers. `check` is called when a timer has ended, and `fail` with an exception from a timer. */
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

/** The timers and unfinished tests of a script. The script ends when all of them have. */
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
    /** Called when a test begins; the returned function when it ends. */
    begin,
    /** Waits for work and one more turn, when follow-up work has begun. */
    hold: async <A>(work: () => Promise<A>): Promise<A> => {
      const ended = begin();
      try {
        return await work();
      } finally {
        setTimeout(ended, 0);
      }
    },
    /** Ends the script with an exception from work that it does not await. */
    fail,
    /** Waits until nothing is pending. Rejects with an exception from a timer or a callback. */
    end: (): Promise<void> =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (failed) settle.reject(failed.error);
        check();
      }),
  };
};

export type PendingWork = ReturnType<typeof createPendingWork>;
