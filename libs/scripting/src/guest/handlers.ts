import type { ScriptRequest, ScriptResponse } from '@tandem/core';

import type { Handler } from '../messages.js';
import { changedRequest, createRequest, createResponse, ServiceResponse } from './response.js';
import type { createTests } from './tests.js';
import { withinBytes } from './web.js';

/** The input of a handler as it is sent to the guest. */
export interface HandlerInput {
  readonly request: ScriptRequest;
  readonly response?: Omit<ScriptResponse, 'bytes'> & {
    readonly hasText?: boolean;
    readonly hasBytes?: boolean;
  };
}

/** A handler; undefined if the script does not have it. */
export type Called = ((...args: unknown[]) => unknown) | undefined;

interface Around {
  readonly env: object;
  readonly tests: ReturnType<typeof createTests>;
  readonly resultBytes: number;
  /** Returns the bytes of the response body in a new array. */
  readonly bytes: () => Uint8Array;
}

const { parse, stringify } = JSON;

const resultOf = (value: unknown, most: number): unknown => {
  if (value === undefined || typeof value === 'function') return null;
  const text: unknown = stringify(value);
  if (typeof text !== 'string') return null;
  if (withinBytes(text, most).units < text.length)
    throw new RangeError(`a handler may return at most ${most} bytes of JSON`);
  return parse(text) as unknown;
};

const unchanged = ({ request: { url, method, headers, body } }: HandlerInput) => ({
  request: { url, method, headers, body },
  mock: null,
});

const perform = async (name: Handler, handler: Called, input: HandlerInput, around: Around) => {
  const { env, tests, resultBytes } = around;
  const request = createRequest(input.request, env, name === 'onRequest');
  if (handler === undefined) {
    return { present: false, result: null, ...(name === 'onRequest' ? unchanged(input) : {}) };
  }
  const response = input.response && createResponse(input.response, env, around.bytes);
  const run = () => handler(...(response ? [request, response] : [request]));
  const returned: unknown = await (name === 'onTest' ? tests.run(run) : run());
  if (name !== 'onRequest') return { present: true, result: resultOf(returned, resultBytes) };
  const mock = returned instanceof ServiceResponse ? ServiceResponse.toMock(returned) : null;
  const result = mock === null ? resultOf(returned, resultBytes) : null;
  return { present: true, result, mock, request: changedRequest(request) };
};

/** Runs one handler. If it throws, the outcome contains the error as `describe` returns it. */
export const runHandler = async (
  name: Handler,
  handler: Called,
  input: HandlerInput,
  around: Around,
  describe: (error: unknown) => object,
): Promise<Record<string, unknown>> => {
  try {
    return { error: null, ...(await perform(name, handler, input, around)) };
  } catch (error) {
    return { present: true, error: describe(error), result: null, ...unchanged(input) };
  }
};
