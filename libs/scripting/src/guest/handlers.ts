import type { ScriptRequest, ScriptResponse, ScriptSite, ScriptSites } from '@tandem/core';

import type { Handler } from '../messages.js';
import { toChangedRequest, createRequest, createResponse, ServiceResponse } from './response.js';
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
const perform = async (
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
    return { error: null, ...(await perform(name, handlers, input, around, onScript)) };
  } catch (error) {
    return {
      present: true,
      error: around.errorOf(error, running),
      result: null,
      ...toUnchangedRequest(input),
    };
  }
};
