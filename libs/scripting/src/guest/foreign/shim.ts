import type {
  ForeignDialect,
  ForeignEnvironment,
  ForeignEvent,
  RetainedVariable,
  NamedScript,
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
  /** Not for scripts. */
  readonly secretNames: () => readonly string[];
  readonly variables: () => Readonly<Record<string, unknown>>;
}

/** The dependencies of a shim. Through them it can send out only what our own scripts can send too. */
export interface ShimParts {
  readonly env: ShimEnvironment;
  /** The request and its surroundings. */
  readonly about: ForeignEnvironment;
  readonly run: (ScriptRun | { readonly id: null }) & {
    readonly iteration: number;
    readonly iterations: number;
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
  };
  /** Sends a request, or executes a saved one. Rejects with an error that has a code. */
  readonly send: Calls['send'];
  readonly execute: Calls['execute'];
  readonly setTimeout: (work: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** The scripts' clock, which a rebuilt session repeats. */
  readonly now: () => number;
  /** For durations. */
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
