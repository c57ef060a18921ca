import type { ForeignEvent } from '@tandem/core';

import { createAbsent, type ShimParts } from '../shim.js';
import type { createPostmanCookies } from './cookies.js';
import { PostmanRequest } from './request.js';
import { PostmanResponse } from './response.js';
import type { createScopes } from './scopes.js';
import type { createRequests } from './send-request.js';

/** The data of an event. Its scripts share the request, which each may change for the next one. */
interface PostmanEvent {
  readonly name: ForeignEvent;
  readonly request: PostmanRequest;
  readonly response: PostmanResponse | undefined;
}

/**
 * Creates the events of an execution.
 * @param fill fills in the values of a request that was sent
 */
export const createEvents = ({ input, body, about, library }: ShimParts, fill: (text: string) => string) => {
  let event: PostmanEvent | undefined;
  return {
    begin: (name: ForeignEvent): PostmanEvent => {
      if (event?.name === name) return event;
      const { request, response } = input();
      event = {
        name,
        request: new PostmanRequest(request, fill, about.description),
        response: name === 'tests' && response ? new PostmanResponse(response, body(), library) : undefined,
      };
      return event;
    },
    present: (): PostmanEvent => {
      if (event === undefined) throw new Error('no Postman script runs');
      return event;
    },
  };
};

/** For each call that Tandem refuses, what a script can use instead. */
const advice: Readonly<Record<string, string>> = {
  vault:
    'there is no vault. Keep the value as a secret of the environment and read it with pm.environment.get',
  require: 'packages of Postman’s library are not loaded. Use require with one of the built-in libraries',
  state: 'there is no state between scripts but variables. Use pm.environment or pm.collectionVariables',
  message: 'there are no messages of streams here. Read the whole text with pm.response.text()',
  datasets: 'there are no data sets. Pass rows to the run and read them with pm.iterationData',
};

const findAdvice = (call: string): string | undefined => {
  const key = /^pm\.(.+)$/.exec(call)?.[1] ?? call;
  return Object.hasOwn(advice, key) ? advice[key] : undefined;
};

/** Helpers for objects whose unknown properties are undefined. If a script calls one, the error names it. */
export const { refuse, strict: makeStrict, explain } = createAbsent(findAdvice);

/** Thrown to end a script that skips the request. */
export const skipSignal = Symbol('skipped');

/** Creates `pm.execution` without the location of the request. */
export const createExecution = ({ run }: ShimParts, present: () => PostmanEvent) => ({
  setNextRequest: (name: unknown): void => {
    run.next(typeof name === 'string' ? name : null);
  },
  skipRequest: (): never => {
    if (present().name !== 'beforeRequest')
      throw new TypeError('pm.execution.skipRequest is available in pre-request scripts only');
    run.skip('pm.execution.skipRequest was called');
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- no error: it only ends the script
    throw skipSignal;
  },
});

interface PmInput {
  readonly parts: ShimParts;
  readonly present: () => PostmanEvent;
  readonly scopes: Omit<ReturnType<typeof createScopes>, 'locals' | 'kept' | 'fillIn'>;
  readonly cookies: ReturnType<typeof createPostmanCookies>;
  readonly execution: ReturnType<typeof createExecution>;
  readonly requests: ReturnType<typeof createRequests>;
  readonly test: unknown;
  /** The name of the running script. */
  readonly script: () => string;
  /** Chai's `expect`. Undefined if no script mentions it. */
  readonly expect: unknown;
}

const createInfo = ({ run }: ShimParts, { name, request }: PostmanEvent) => ({
  eventName: name === 'tests' ? 'test' : 'prerequest',
  iteration: run.iteration - 1,
  iterationCount: run.iterations,
  requestName: request.name,
  requestId: request.id,
});

/**
 * The location of the request, as the names of folders and of the item whose script runs. The script of a folder has the folder in its
 * name.
 */
const getItemLocation = ({ about }: ShimParts, script: string): readonly string[] => {
  const { location, collectionName } = about;
  const folder = script.split('/').at(-2);
  const current = script === `collection/${script.split('/').at(-1)}` ? collectionName : folder;
  return Object.assign([...location], { current: current ?? location.at(-1) });
};

/** Creates the object `pm`. If a script calls an unknown property of it, the error names the property. */
export const createPm = ({
  parts,
  present,
  scopes,
  cookies,
  execution,
  requests,
  test,
  script,
  expect,
}: PmInput): object =>
  makeStrict('pm', {
    ...scopes,
    cookies,
    test,
    sendRequest(given: unknown, callback?: unknown): unknown {
      return requests.sendRequest(this, given, callback);
    },
    get info() {
      return createInfo(parts, present());
    },
    get request() {
      return present().request;
    },
    get response() {
      return present().response;
    },
    get expect() {
      return expect ?? refuse('pm.expect');
    },
    visualizer: {
      set: (template: unknown, data?: unknown, options?: unknown): void => {
        const check = (name: string, wanted: string, given: unknown, type: string): void => {
          if (typeof given === type) return;
          throw new Error(`Invalid ${name}. ${wanted} ${type}, found ${typeof given}`);
        };
        check('template', 'Template must be of type', template, 'string');
        if (data) check('data', 'Data must be an', data, 'object');
        if (options) check('options', 'Options must be an', options, 'object');
        parts.warn('pm.visualizer.set has no effect here: read the response in its own panel');
      },
      clear: (): void => undefined,
    },
    execution: makeStrict('pm.execution', {
      ...execution,
      runRequest: requests.runRequest,
      get location() {
        return getItemLocation(parts, script());
      },
    }),
  });
