import type { ScriptRequest, ScriptResponse } from '@tandem/core';

import type { Handler } from '../messages.js';
import { changedRequest, createRequest, createResponse, ServiceResponse } from './response.js';
import type { createTests } from './tests.js';
import { encodeUtf8, fromBase64 } from './web.js';

/** What a handler is given, as it crosses. */
export interface HandlerInput {
  readonly request: ScriptRequest;
  readonly response?: ScriptResponse & { readonly base64?: string; readonly hasText?: boolean };
}

/** The input with the body that came apart. */
export const withBody = (input: HandlerInput, body: string | null): HandlerInput =>
  input.response?.hasText ? { ...input, response: { ...input.response, body } } : input;

/** A handler, or a script without it. */
export type Called = ((...args: unknown[]) => unknown) | undefined;

interface Around {
  readonly env: object;
  readonly tests: ReturnType<typeof createTests>;
  readonly resultBytes: number;
}

const { parse, stringify } = JSON;

const resultOf = (value: unknown, most: number): unknown => {
  if (value === undefined || typeof value === 'function') return null;
  const text: unknown = stringify(value);
  if (typeof text !== 'string') return null;
  if (text.length > most) throw new RangeError(`a handler may return ${most} bytes of JSON at the most`);
  return parse(text) as unknown;
};

const asItWas = ({ request: { url, method, headers, body } }: HandlerInput) => ({
  request: { url, method, headers, body },
  mock: null,
});

const perform = async (name: Handler, handler: Called, input: HandlerInput, around: Around) => {
  const { env, tests, resultBytes } = around;
  const request = createRequest(input.request, env, name === 'onRequest');
  if (handler === undefined) {
    return { present: false, result: null, ...(name === 'onRequest' ? asItWas(input) : {}) };
  }
  const response = input.response && createResponse(input.response, env, fromBase64, encodeUtf8);
  const run = () => handler(...(response ? [request, response] : [request]));
  const returned: unknown = await (name === 'onTest' ? tests.run(run) : run());
  if (name !== 'onRequest') return { present: true, result: resultOf(returned, resultBytes) };
  const mock = returned instanceof ServiceResponse ? ServiceResponse.toMock(returned) : null;
  const result = mock === null ? resultOf(returned, resultBytes) : null;
  return { present: true, result, mock, request: changedRequest(request) };
};

/** Runs one handler; what it throws is part of the outcome, described by `describe`. */
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
    return { present: true, error: describe(error), result: null, ...asItWas(input) };
  }
};
