import type { ScriptRequest, ScriptResponse, ScriptSite, ScriptSites } from '@tandem/core';

import type { Handler, OwnHandler } from '../messages.js';
import { createRequest, createResponse, ServiceResponse, toChangedRequest } from './response.js';
import type { createTests } from './tests/tests.js';
import { measurePrefix } from './web/web.js';

/** The input of a handler as the guest gets it. */
export interface HandlerInput {
  readonly request: ScriptRequest;
  readonly response?: Omit<ScriptResponse, 'bytes'> & {
    readonly hasText?: boolean;
    readonly hasBytes?: boolean;
  };
}

/** A handler to call, with the script that it belongs to. */
export interface CalledHandler {
  /** The name of the script. Null for the request's own script. */
  readonly script: string | null;
  readonly handler: (...args: unknown[]) => unknown;
}

interface Around {
  readonly env: object;
  readonly tests: ReturnType<typeof createTests>;
  readonly resultBytes: number;
  /** Whether the handlers run from the workspace inwards. */
  readonly isInward: boolean;
  /** Returns the response body's bytes in a new array. */
  readonly bytes: () => Uint8Array;
  /** Called with the name of each script before its handler runs. */
  readonly begins: (script: string | null) => void;
  /** Whether a script has skipped the request. The handlers after it then do not run. */
  readonly isSkipped: () => boolean;
  /** Describes a script's exception. */
  readonly errorOf: (error: unknown, script: string | null) => object;
  /** The script line that is running now. */
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

/** Maximum number of changes whose lines are looked up. Each lookup takes some microseconds. */
const maxSites = 32;

/** Records which script last changed each part of the request, and in which line. */
const createSites = (siteOf: () => ScriptSite) => {
  // An object without a prototype, because a script could change the prototype.
  const sites = create(null) as Record<string, ScriptSite>;
  let script: string | null = null;
  let count = 0;
  return {
    runs: (name: string | null): void => {
      script = name;
    },
    change: (location: string): void => {
      count += 1;
      const by = script === null ? {} : { script };
      sites[location] = count > maxSites ? by : { ...by, ...siteOf() };
    },
    taken: (): { readonly sites?: ScriptSites } => (count === 0 ? {} : { sites }),
  };
};

/**
 * Runs the handlers with a name one after the other. Each gets the request as the handlers before it have changed it. Returns the result of
 * the innermost script that returned one.
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

/** Runs the handlers with a name. If one throws, the outcome has the error as `errorOf` describes it. */
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

/** The exports or declarations of a script, by name. */
export type Functions = Readonly<Partial<Record<OwnHandler, unknown>>>;

const names: readonly OwnHandler[] = ['onRequest', 'onResponse', 'onTest'];

const allHandlers: readonly Handler[] = ['beforeRequest', ...names];

const isGenerator = (handler: object): boolean =>
  /^\[object (Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(handler));

/** Maximum number of exported functions whose names are compared with those of handlers. */
const maxOthers = 20;

/** Lists exported functions that are not handlers. The host reports those whose names are almost those of a handler. */
const findOtherFunctions = (exported: Functions, where: string) =>
  Object.entries(exported)
    .filter(
      ([name, value]) =>
        typeof value === 'function' && name !== 'default' && !names.includes(name as OwnHandler),
    )
    .slice(0, maxOthers)
    .map(([name]) => ({ code: 'HANDLER_UNKNOWN', message: name.slice(0, 40), where }));

/** Collects the handlers of modules. A handler that is declared but not exported counts too, with a diagnostic. */
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
    /** Makes onResponse and onTest run from the workspace inwards too. */
    runInward: (): void => {
      isSequential = true;
    },
    /** The handlers with a name in the order in which they run, and whether that is inwards. */
    named: (name: Handler): { readonly called: readonly CalledHandler[]; readonly isInward: boolean } => {
      const isInward = isSequential || name === 'onRequest';
      const own = isInward ? of[name] : [...of[name]].reverse();
      return { called: foreign[name].length === 0 ? own : [...foreign[name], ...own], isInward };
    },
    /** Adds a script of another tool. Those run before Tandem's own scripts, from the workspace inwards. */
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
