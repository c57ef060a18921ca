import type { ForeignDialect, ForeignEnvironment, ForeignEvent } from '@tandem/core';

import type { Handler } from '../../messages.js';
import type { CalledHandler, HandlerInput } from '../handlers.js';
import type { createTests } from '../tests/tests.js';
import type { CreateShim, ForeignHooks, RequiredFile, Shim, ShimParts } from './shim.js';

/** Dependencies that all shims share. */
type SharedParts = Omit<ShimParts, 'input' | 'library' | 'file'>;

const { defineProperty, deleteProperty } = Reflect;

/** The hooks' name while scripts are loaded. */
const hooksName = '__tandemForeign';

const handlerByEvent: Readonly<Record<ForeignEvent, Handler>> = {
  beforeRequest: 'beforeRequest',
  variables: 'onResponse',
  afterResponse: 'onResponse',
  assertions: 'onResponse',
  tests: 'onResponse',
};

/** The parts of the guest that shims use too. */
interface GuestParts {
  readonly tests: Pick<ReturnType<typeof createTests>, 'refuseTooMany' | 'add'>;
  readonly cookies: ShimParts['cookies'];
  readonly calls: Pick<ShimParts, 'send' | 'execute'>;
  readonly timers: Pick<ShimParts, 'setTimeout' | 'clearTimeout'>;
  readonly now: () => number;
  readonly crypto: { readonly randomUUID: () => string };
  readonly terminal: { readonly console: { readonly warn: (message: string) => void } };
}

/** The loaded libraries. Each dialect creates its own instances on first use, because it extends some of them. */
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

/** The shims of an execution. Later ones see the request as changed by earlier ones. */
const createShims = (parts: () => SharedParts) => {
  const libraries = createLibraries();
  const files = new Map<string, RequiredFile>();
  const makers = new Map<ForeignDialect, CreateShim>();
  const opened = new Map<ForeignDialect, Shim>();
  let current: HandlerInput | undefined;
  let last: Shim | undefined;
  const open = (dialect: ForeignDialect): Shim => {
    const create = makers.get(dialect);
    if (create === undefined) throw new Error('the scripts were not loaded');
    const library = libraries.forOne();
    const file = (name: string) => files.get(name);
    const shim = create({ ...parts(), input: () => current as HandlerInput, library, file });
    opened.set(dialect, shim);
    return shim;
  };
  return {
    libraries,
    files,
    makers,
    begin: (input: HandlerInput): void => {
      current = input;
      last = undefined;
    },
    /** The shim in use. */
    next: (dialect: ForeignDialect): Shim => {
      const shim = opened.get(dialect) ?? open(dialect);
      if (last !== undefined && last !== shim && current?.response === undefined) {
        // The request differs from the saved one now.
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
 * Scripts of other tools. Their shims and libraries are programs that the host loads into the isolate if there is
 * such a script.
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
    /** Lets the host load scripts of other tools. */
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
    /** The changes to the request and to variables by the scripts that run before the request. */
    answer: (name: Handler, error: unknown) => {
      const last = shims.last();
      if (name !== 'beforeRequest' || error !== null || last === undefined) return keptBy();
      const locals = Object.assign({}, ...shims.all().map((shim) => shim.locals())) as object;
      return { request: last.request(), locals, ...keptBy() };
    },
  };
};
