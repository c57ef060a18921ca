import type { ForeignEvent } from '@tandem/core';

import type { ResponseBody } from '../../response.js';
import type { PostmanRequest } from './request.js';
import type { PostmanResponse } from './response.js';
import type { Scope } from './scopes.js';

interface LegacyInput {
  readonly event: ForeignEvent;
  readonly environment: Scope;
  readonly globals: Scope;
  readonly row: Readonly<Record<string, unknown>>;
  readonly iteration: number;
  readonly request: PostmanRequest;
  readonly response: PostmanResponse | undefined;
  readonly body: () => ResponseBody;
  readonly cookies: { readonly one: (name: unknown) => unknown; readonly all: () => unknown };
  readonly setNextRequest: (name: unknown) => void;
}

const toLegacyData = ({ body }: PostmanRequest): unknown => {
  if (body === undefined || body.isEmpty()) return {};
  if (body.mode === 'graphql') return {};
  return body.mode === 'raw' ? body.raw : body[body.mode]?.toObject(true);
};

/**
 * Converts a value to what the API before `pm` stores, which is text. An object becomes text such as `[object Object]`. As in Postman, 0,
 * false and null stay as they are.
 */
// eslint-disable-next-line @typescript-eslint/no-base-to-string -- Postman stores this text, too
const toLegacyText = (value: unknown): unknown => (value ? String(value) : value);

/** Creates the functions of the API before `pm` for a scope. They also change the object with the variables of the scope. */
const createLegacyScope = (scope: Scope, values: Record<string, unknown>) => ({
  set: (name: unknown, given: unknown) => {
    const value = toLegacyText(given);
    scope.set(name, value);
    values[String(name)] = value;
  },
  unset: (name: unknown) => {
    scope.unset(name);
    Reflect.deleteProperty(values, String(name));
  },
  clear: () => {
    scope.clear();
    for (const name of Object.keys(values)) Reflect.deleteProperty(values, name);
  },
});

/** Makes header names case-insensitive: scripts use the server's case, but the names are lowercase here. */
const ignoreHeaderCase = (headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const written = (key: string | symbol): string | symbol =>
    typeof key === 'string' && !Object.hasOwn(headers, key) && Object.hasOwn(headers, key.toLowerCase())
      ? key.toLowerCase()
      : key;
  return new Proxy(headers, {
    get: (target, key): unknown => Reflect.get(target, written(key)),
    has: (target, key) => Reflect.has(target, written(key)),
    getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, written(key)),
  });
};

/** Creates the API that Postman scripts used before `pm`. */
export const createLegacyGlobals = (given: LegacyInput) => {
  const { event, environment, globals, request, response, cookies } = given;
  const isTest = event === 'tests';
  const headers = response?.headers.toObject(false, true);
  const environmentValues = { ...environment.toObject() };
  const globalValues = { ...globals.toObject() };
  const ofEnvironment = createLegacyScope(environment, environmentValues);
  const ofGlobals = createLegacyScope(globals, globalValues);
  return {
    tests: {} as Record<string, unknown>,
    globals: globalValues,
    environment: environmentValues,
    data: given.row,
    iteration: given.iteration,
    request: {
      id: request.id,
      name: request.name,
      description: request.description?.toString(),
      method: request.method,
      url: request.url.toString(),
      headers: request.headers.toObject(true),
      data: toLegacyData(request),
    },
    responseBody: isTest ? (given.body().decoded() ?? undefined) : undefined,
    responseCode: isTest ? { ...response?.details() } : undefined,
    responseHeaders: isTest ? ignoreHeaderCase({ ...headers }) : undefined,
    responseCookies: isTest ? cookies.all() : undefined,
    responseTime: isTest ? response?.responseTime : undefined,
    postman: {
      setEnvironmentVariable: ofEnvironment.set,
      getEnvironmentVariable: environment.get,
      clearEnvironmentVariable: ofEnvironment.unset,
      clearEnvironmentVariables: ofEnvironment.clear,
      setGlobalVariable: ofGlobals.set,
      getGlobalVariable: globals.get,
      clearGlobalVariable: ofGlobals.unset,
      clearGlobalVariables: ofGlobals.clear,
      setNextRequest: given.setNextRequest,
      ...(isTest
        ? {
            getResponseHeader: (name: unknown) => response?.headers.get(name),
            getResponseCookie: cookies.one,
          }
        : {}),
    },
  };
};
