import type { ForeignEvent } from '@tandem/core';

import type { Handler } from '../../messages.js';
import type { Called, HandlerInput } from '../handlers.js';
import type { createTests } from '../tests.js';
import type { CreateShim, ForeignHooks, Shim, ShimParts } from './shim.js';

const { defineProperty, deleteProperty } = Reflect;

/** The name of the hooks while scripts are loaded. */
const hooksName = '__tandemForeign';

const handlerOf: Readonly<Record<ForeignEvent, Handler>> = {
  beforeRequest: 'beforeRequest',
  tests: 'onResponse',
};

/** What the guest has for its own scripts, of which a shim is made too. */
interface Shared {
  readonly tests: Pick<ReturnType<typeof createTests>, 'refuseTooMany' | 'add'>;
  readonly cookies: ShimParts['cookies'];
  readonly timers: Pick<ShimParts, 'setTimeout' | 'clearTimeout'>;
  readonly now: () => number;
  readonly crypto: { readonly randomUUID: () => string };
  readonly terminal: { readonly console: { readonly warn: (message: string) => void } };
}

/** The libraries that were loaded, each made when it is first asked for. */
const createLibraries = () => {
  const makers = new Map<string, () => unknown>();
  const made = new Map<string, unknown>();
  return {
    add: (name: string, make: () => unknown): void => {
      makers.set(name, make);
    },
    get: (name: string): unknown => {
      const make = makers.get(name);
      if (make && !made.has(name)) made.set(name, make());
      return made.get(name);
    },
  };
};

/**
 * Scripts of other tools. Their shim and libraries are programs that the host loads into the isolate, if there is such a
 * script.
 */
export const createForeign = (
  { tests, cookies, timers, crypto, terminal, now }: Shared,
  nameOf: (index: number) => string | null,
  add: (handler: Handler, called: Called) => void,
  realNow: () => number,
) => {
  const libraries = createLibraries();
  let create: CreateShim | undefined;
  let shim: Shim | undefined;
  let parts: ShimParts | undefined;
  let current: HandlerInput | undefined;

  const opened = (): Shim => {
    if (create === undefined || parts === undefined) throw new Error('the scripts were not loaded');
    return (shim ??= create(parts));
  };
  const hooks: ForeignHooks = {
    dialect: (given) => {
      create = given;
    },
    library: libraries.add,
    script: (index, event, make) => {
      const script = nameOf(index);
      add(handlerOf[event], { script, handler: () => opened().run(event, script ?? event, make) });
    },
    close: () => {
      deleteProperty(globalThis, hooksName);
    },
  };
  return {
    /** Lets the host load scripts of other tools. */
    open: (env: ShimParts['env'], run: ShimParts['run'], collection: ShimParts['collection']): void => {
      parts = {
        ...{ env, run, collection, cookies, now, realNow },
        ...{ setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout },
        ...{ refuseTooMany: tests.refuseTooMany, addTest: tests.add },
        uuid: () => crypto.randomUUID(),
        warn: terminal.console.warn,
        input: () => current as HandlerInput,
        library: libraries.get,
      };
      defineProperty(globalThis, hooksName, { value: hooks, configurable: true });
    },
    /** Called as a handler begins. */
    begin: (input: HandlerInput): void => {
      current = input;
    },
    /** What the scripts before the request made of it and of variables. */
    answer: (name: Handler, error: unknown) =>
      name !== 'beforeRequest' || error !== null || shim === undefined
        ? {}
        : { request: shim.request(), locals: shim.locals() },
  };
};
