import type { ForeignDialect, ForeignEnvironment, ForeignEvent } from '@tandem/core';

import type { Handler } from '../../messages.js';
import type { CalledHandler, HandlerInput } from '../handlers.js';
import type { ResponseBody } from '../response.js';
import type { createTests } from '../tests/tests.js';
import type { CreateShim, ForeignHooks, RequiredFile, Shim, ShimParts } from './shim.js';

/** The parts that all shims share. */
type SharedParts = Omit<ShimParts, 'input' | 'body' | 'library' | 'file'>;

const { defineProperty, deleteProperty } = Reflect;

/** The name of the global with the hooks, which exists while scripts are loaded. */
const hooksName = '__tandemForeign';

const handlerByEvent: Readonly<Record<ForeignEvent, Handler>> = {
  beforeRequest: 'beforeRequest',
  variables: 'onResponse',
  afterResponse: 'onResponse',
  assertions: 'onResponse',
  tests: 'onResponse',
};

/** The parts of the guest that the shims use too. */
interface GuestParts {
  readonly tests: Pick<ReturnType<typeof createTests>, 'refuseTooMany' | 'add'>;
  readonly cookies: ShimParts['cookies'];
  readonly calls: Pick<ShimParts, 'send' | 'execute'>;
  readonly timers: Pick<ShimParts, 'setTimeout' | 'clearTimeout'>;
  readonly now: () => number;
  readonly crypto: { readonly randomUUID: () => string };
  readonly terminal: { readonly console: { readonly warn: (message: string) => void } };
}

/** Tracks the loaded libraries. Each dialect creates instances of its own when it first uses one, because it extends some of them. */
const createLibraries = () => {
  const makers = new Map<string, () => unknown>();
  return {
    add: (name: string, make: () => unknown): void => {
      makers.set(name, make);
    },
    forOne: () => {
      const made = new Map<string, unknown>();
      return (name: string): unknown => {
        const make = makers.get(name);
        if (make && !made.has(name)) made.set(name, make());
        return made.get(name);
      };
    },
  };
};

/** Creates the shims of an execution. Each sees the request as the shims before it have changed it. */
const createShims = (parts: () => SharedParts) => {
  const libraries = createLibraries();
  const files = new Map<string, RequiredFile>();
  const makers = new Map<ForeignDialect, CreateShim>();
  const opened = new Map<ForeignDialect, Shim>();
  let current: HandlerInput | undefined;
  let body: ResponseBody | undefined;
  let last: Shim | undefined;
  const open = (dialect: ForeignDialect): Shim => {
    const create = makers.get(dialect);
    if (create === undefined) throw new Error('the scripts were not loaded');
    const library = libraries.forOne();
    const file = (name: string) => files.get(name);
    const ofEvent = { input: () => current as HandlerInput, body: () => body as ResponseBody };
    const shim = create({ ...parts(), ...ofEvent, library, file });
    opened.set(dialect, shim);
    return shim;
  };
  return {
    libraries,
    files,
    makers,
    begin: (input: HandlerInput, given: ResponseBody): void => {
      current = input;
      body = given;
      last = undefined;
    },
    /** Switches to the shim of a dialect. */
    next: (dialect: ForeignDialect): Shim => {
      const shim = opened.get(dialect) ?? open(dialect);
      if (last !== undefined && last !== shim && current?.response === undefined) {
        // An earlier shim may have changed the request, so the saved request no longer describes it.
        const { saved: _saved, ...request } = { ...current?.request, ...last.request() };
        current = { ...(current as HandlerInput), request: request as HandlerInput['request'] };
      }
      last = shim;
      return shim;
    },
    last: (): Shim | undefined => last,
    all: (): readonly Shim[] => [...opened.values()],
  };
};

/**
 * Runs the scripts of other tools. Their shims and libraries are programs, which the host loads into the isolate only if there are such
 * scripts.
 */
export const createForeign = (
  { tests, cookies, calls, timers, crypto, terminal, now }: GuestParts,
  nameOf: (index: number) => string | null,
  add: (handler: Handler, called: CalledHandler) => void,
  realNow: () => number,
) => {
  let parts: SharedParts | undefined;
  const shims = createShims(() => {
    if (parts === undefined) throw new Error('the scripts were not loaded');
    return parts;
  });
  const hooks: ForeignHooks = {
    dialect: (name, create) => {
      shims.makers.set(name, create);
    },
    library: shims.libraries.add,
    script: (index, dialect, event, make, requires = {}) => {
      const script = nameOf(index);
      const handler = () => shims.next(dialect).run(event, script ?? event, make, requires);
      add(handlerByEvent[event], { script, handler });
    },
    file: (name, make, requires = {}) => {
      shims.files.set(name, { make, requires });
    },
    close: () => {
      deleteProperty(globalThis, hooksName);
    },
  };
  const keptBy = () => {
    const kept = shims.all().flatMap((shim) => shim.kept());
    return kept.length === 0 ? {} : { kept };
  };
  return {
    /** Defines the hooks, so that the host can load scripts of other tools. */
    open: (env: ShimParts['env'], run: ShimParts['run'], about: ForeignEnvironment): void => {
      parts = {
        ...{ env, run, about, cookies, now, realNow },
        ...{ setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout },
        ...{ refuseTooMany: tests.refuseTooMany, addTest: tests.add },
        ...{ send: calls.send, execute: calls.execute },
        uuid: () => crypto.randomUUID(),
        warn: terminal.console.warn,
      };
      defineProperty(globalThis, hooksName, { value: hooks, configurable: true });
    },
    /** Called when a handler begins. */
    begin: shims.begin,
    /** The part of the answer about the request and the variables, as the scripts that precede the request have changed them. */
    answer: (name: Handler, error: unknown) => {
      const last = shims.last();
      if (name !== 'beforeRequest' || error !== null || last === undefined) return keptBy();
      const locals = Object.assign({}, ...shims.all().map((shim) => shim.locals())) as object;
      return { request: last.request(), locals, ...keptBy() };
    },
  };
};
