import type { ScriptRequest, ScriptResponse, ScriptSite, ScriptSites } from '@tandem/core';

import type { Handler, OwnHandler } from '../messages.js';
import { createRequest, createResponse, ServiceResponse, toChangedRequest } from './response.js';
import type { createTests } from './tests/tests.js';
import { measurePrefix } from './web/web.js';

/** A handler's input as sent to the guest. */
export interface HandlerInput {
  readonly request: ScriptRequest;
  readonly response?: Omit<ScriptResponse, 'bytes'> & {
    readonly hasText?: boolean;
    readonly hasBytes?: boolean;
  };
}

/** A handler of one of the scripts. */
export interface CalledHandler {
  /** The script's name; null for the request's own. */
  readonly script: string | null;
  readonly handler: (...args: unknown[]) => unknown;
}

interface Around {
  readonly env: object;
  readonly tests: ReturnType<typeof createTests>;
  readonly resultBytes: number;
  /** Whether the handlers run from the outside in. */
  readonly isInward: boolean;
  /** Returns the response body's bytes in a new array. */
  readonly bytes: () => Uint8Array;
  /** Called with the name of each script before its handler runs. */
  readonly begins: (script: string | null) => void;
  /** Whether a script skipped the request, so that inner ones do not run. */
  readonly isSkipped: () => boolean;
  /** Describes a script's exception. */
  readonly errorOf: (error: unknown, script: string | null) => object;
  /** The currently running script line. */
  readonly siteOf: () => ScriptSite;
}

const { parse, stringify } = JSON;
const { create } = Object;

const toJsonResult = (value: unknown, most: number): unknown => {
  if (value === undefined || typeof value === 'function') return null;
  const text: unknown = stringify(value);
  if (typeof text !== 'string') return null;
  if (measurePrefix(text, most).units < text.length)
    throw new RangeError(`a handler may return at most ${most} bytes of JSON`);
  return parse(text) as unknown;
};

const toUnchangedRequest = ({ request: { url, method, headers, body } }: HandlerInput) => ({
  request: { url, method, headers, body },
  mock: null,
});

/** Maximum number of request changes whose lines are looked up, which takes some microseconds each. */
const maxSites = 32;

/** Records which script and line last changed each part of the request. */
const createSites = (siteOf: () => ScriptSite) => {
  // Has no prototype that a script could change.
  const sites = create(null) as Record<string, ScriptSite>;
  let script: string | null = null;
  let count = 0;
  return {
    runs: (name: string | null): void => {
      script = name;
    },
    change: (place: string): void => {
      count += 1;
      const by = script === null ? {} : { script };
      sites[place] = count > maxSites ? by : { ...by, ...siteOf() };
    },
    taken: (): { readonly sites?: ScriptSites } => (count === 0 ? {} : { sites }),
  };
};

/**
 * Runs the handlers with a name one after the other, each with the request as changed by the earlier ones. Returns
 * the result of the innermost script that returned something.
 */
const runInOrder = async (
  name: Handler,
  handlers: readonly CalledHandler[],
  input: HandlerInput,
  around: Around,
  onScript: (script: string | null) => void,
) => {
  const { env, tests, resultBytes, isInward } = around;
  const sites = createSites(around.siteOf);
  const request = createRequest(input.request, env, name === 'onRequest' ? sites.change : undefined);
  if (handlers.length === 0) {
    return { present: false, result: null, ...(name === 'onRequest' ? toUnchangedRequest(input) : {}) };
  }
  const response = input.response && createResponse(input.response, env, around.bytes);
  let result: unknown = null;
  for (const { script, handler } of handlers) {
    onScript(script);
    sites.runs(script);
    const run = () => handler(...(response ? [request, response] : [request]));
    const returned: unknown = await (name === 'onTest' ? tests.run(run, script) : run());
    const isMock = name === 'onRequest' && returned instanceof ServiceResponse;
    if (isMock) {
      const mock = ServiceResponse.toMock(returned);
      return { present: true, result: null, mock, request: toChangedRequest(request), ...sites.taken() };
    }
    const next = toJsonResult(returned, resultBytes);
    result = isInward ? (next ?? result) : (result ?? next);
    if (around.isSkipped()) break;
  }
  if (name !== 'onRequest') return { present: true, result };
  return { present: true, result, mock: null, request: toChangedRequest(request), ...sites.taken() };
};

/** Runs the handlers with a name. If one throws, the outcome contains the error as described by `errorOf`. */
export const runHandlers = async (
  name: Handler,
  handlers: readonly CalledHandler[],
  input: HandlerInput,
  around: Around,
): Promise<Record<string, unknown>> => {
  let running: string | null = null;
  const onScript = (script: string | null): void => {
    around.begins(script);
    running = script;
  };
  try {
    return { error: null, ...(await runInOrder(name, handlers, input, around, onScript)) };
  } catch (error) {
    return {
      present: true,
      error: around.errorOf(error, running),
      result: null,
      ...toUnchangedRequest(input),
    };
  }
};

/** A script's exports and declarations by name. */
export type Functions = Readonly<Partial<Record<OwnHandler, unknown>>>;

const names: readonly OwnHandler[] = ['onRequest', 'onResponse', 'onTest'];

const allHandlers: readonly Handler[] = ['beforeRequest', ...names];

const isGenerator = (handler: object): boolean =>
  /^\[object (Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(handler));

/** Maximum number of exported functions compared with handler names. */
const maxOthers = 20;

/** Exported functions that are not handlers. The host decides which of them almost have a handler's name. */
const findOtherFunctions = (exported: Functions, where: string) =>
  Object.entries(exported)
    .filter(
      ([name, value]) =>
        typeof value === 'function' && name !== 'default' && !names.includes(name as OwnHandler),
    )
    .slice(0, maxOthers)
    .map(([name]) => ({ code: 'HANDLER_UNKNOWN', message: name.slice(0, 40), where }));

/** The handlers of modules: exported ones, or only declared ones, with a diagnostic. */
export const createHandlerList = () => {
  const none = (): Record<Handler, CalledHandler[]> => ({
    beforeRequest: [],
    onRequest: [],
    onResponse: [],
    onTest: [],
  });
  const of = none();
  const foreign = none();
  let isSequential = false;
  let diagnostics: { code: string; message: string; where: string }[] = [];
  return {
    /** Makes onResponse and onTest also run from the outside in. */
    runInward: (): void => {
      isSequential = true;
    },
    /** The handlers with a name in execution order, and whether that is from the outside in. */
    named: (name: Handler): { readonly called: readonly CalledHandler[]; readonly isInward: boolean } => {
      const isInward = isSequential || name === 'onRequest';
      const own = isInward ? of[name] : [...of[name]].reverse();
      return { called: foreign[name].length === 0 ? own : [...foreign[name], ...own], isInward };
    },
    /** Adds another tool's script. Scripts of other tools run first, from the outside in. */
    addForeign: (name: Handler, called: CalledHandler): void => {
      foreign[name].push(called);
    },
    add: (script: string | null, exported: Functions, declared: Functions): void => {
      diagnostics.push(...findOtherFunctions(exported, script ?? 'script'));
      if ('default' in exported) {
        const message = 'The default export is ignored; export onRequest, onResponse and onTest by name.';
        diagnostics.push({ where: script ?? 'script', code: 'SCRIPT_NO_HANDLER', message });
      }
      for (const name of names) {
        const where = script ?? name;
        const handler = exported[name] ?? declared[name];
        if (name in exported && typeof handler !== 'function') {
          const message = `${name} is exported, but is not a function when the script loads.`;
          diagnostics.push({ where, code: 'SCRIPT_NO_HANDLER', message });
        }
        if (typeof handler !== 'function') continue;
        if (isGenerator(handler)) {
          const message = `${name} is a generator, so its body would not run; remove the * after function.`;
          diagnostics.push({ where, code: 'SCRIPT_NO_HANDLER', message });
          continue;
        }
        of[name].push({ script, handler: handler as CalledHandler['handler'] });
        if (exported[name] !== undefined) continue;
        diagnostics.push({
          where,
          code: 'SCRIPT_NO_EXPORT',
          message: `${name} is declared but not exported; write "export" before it.`,
        });
      }
    },
    absent: (): readonly Handler[] =>
      allHandlers.filter((name) => of[name].length + foreign[name].length === 0),
    take: () => {
      const said = diagnostics;
      diagnostics = [];
      return said;
    },
  };
};
