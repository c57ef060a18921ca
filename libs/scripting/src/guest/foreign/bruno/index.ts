import type { ForeignEvent, ForeignRequest } from '@tandem/core';

import { type BrunoName, brunoNames } from '../parameters.js';
import {
  createPendingWork,
  type CreateShim,
  explainFailedTests,
  type MakeScript,
  type PendingWork,
  type Requires,
  type ShimParts,
} from '../shim.js';
import { createResults, evaluate, getScope, runAssertions } from './assertions.js';
import { createBru, createBrunoCookies, createTest } from './bru.js';
import { type Chai, createChai } from './chai.js';
import { createEvents, createFiles, type Event } from './events.js';
import { createModules } from './modules.js';
import { explain, refuse } from './refusals.js';
import { createScopes } from './scopes.js';
import { createRequestSender } from './send-request.js';

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The name of the test with which Bruno reports a script that failed after the response. */
const failedScript: Readonly<Partial<Record<ForeignEvent, string>>> = {
  afterResponse: 'Post-Response Script Error',
  tests: 'Test Script Error',
};

/** Sets variables to the values of expressions. Reports all failures in one line. */
const setVariables = (
  pairs: readonly Pair[],
  scope: object,
  set: (name: string, value: unknown) => void,
  warn: ShimParts['warn'],
): void => {
  const problems = pairs.flatMap(({ name, value }) => {
    try {
      set(name, evaluate(value, scope));
      return [];
    } catch (error) {
      return [`${name}: ${(error as { readonly message?: string } | null)?.message ?? String(error)}`];
    }
  });
  if (problems.length > 0) warn(`These variables could not be set: ${problems.join('; ')}`);
};

type Values = Readonly<Partial<Record<BrunoName, unknown>>>;

/** Creates all globals of scripts, by event. */
const createInterface = (
  parts: ShimParts,
  running: () => { readonly script: string; readonly pending: PendingWork },
) => {
  const scopes = createScopes(parts);
  const chai = createChai(parts.library);
  // The number of microtasks that Bruno takes to answer.
  const tests = createResults(6);
  const assertions = createResults(5);
  const events = createEvents(parts, tests.clear);
  const { interpolate, functions } = scopes;
  const url = (): string => String(interpolate(events.present().request.req.getUrl()));
  const cookies = createBrunoCookies(parts, url, interpolate);
  const isBefore = () => events.present().name === 'beforeRequest';
  const pending = (): PendingWork => running().pending;
  const sending = createRequestSender(parts, scopes, pending);
  const sends = { sending: sending.functions, cookies, pending };
  const bru = createBru({ parts, scopes: functions, ...sends, isBefore, tests, assertions });
  const test = createTest(parts, { script: () => running().script, pending }, tests);
  const { require, globals } = createModules(parts, chai, sending.axios);
  const files = createFiles(parts, require);
  const expect = (): Chai['expect'] => chai?.expect ?? refuse('expect');
  return {
    events,
    scopes,
    assertions,
    around: { interpolate, expect },
    scope: ({ request, response }: Event): object =>
      getScope(scopes.merged(), { bru, req: request.req, res: response }),
    values: (event: Event, pending: PendingWork, requires: Requires): Values => {
      const { request, response } = event;
      const found = { bru, req: request.req, res: response, test, ...globals, ...pending.globals };
      return { ...found, require: files.requireIn(event, found, requires) };
    },
  };
};

/** Creates `bru`, `req`, `res` and the other globals of Bruno scripts. */
const createBruno: CreateShim = (original) => {
  const parts = explainFailedTests(original, explain);
  let running: { readonly script: string; readonly pending: PendingWork } | undefined;
  const given = createInterface(parts, () => running ?? refuse('test'));
  const { events, scopes, assertions, around } = given;
  const runEvent = async (
    event: Event,
    script: string,
    make: MakeScript,
    requires: Requires,
  ): Promise<void> => {
    const pending = createPendingWork(parts);
    running = { script, pending };
    const values = given.values(event, pending, requires);
    const pairs = (await make(...brunoNames.map((one) => values[one]))()) as readonly Pair[];
    await pending.end().catch((error: unknown) => {
      if (event.name !== 'beforeRequest') throw error;
      // As in Bruno, an exception in a timer does not stop a request that was not sent yet.
      parts.warn(`A timer of the ${script} threw: ${String(error)}`);
    });
    const scope = given.scope(event);
    if (event.name === 'variables') setVariables(pairs, scope, scopes.setRuntime, parts.warn);
    if (event.name === 'assertions')
      runAssertions(parts, pairs, around, { scope, script, results: assertions });
  };
  return {
    run: async (name, script, make, requires) => {
      const event = events.begin(name);
      if (event.hasFailed) return;
      try {
        await runEvent(event, script, make, requires);
      } catch (error) {
        const reported = failedScript[name];
        if (reported === undefined) throw explain(error);
        event.hasFailed = true;
        parts.addTest(reported, 'failed', 0, script, error ?? new Error('thrown without a reason'));
      }
    },
    request: () => events.present().request.changed(parts.input().request as ForeignRequest),
    locals: () => ({}),
    kept: scopes.kept,
  };
};

globalThis.__tandemForeign.dialect('bruno', createBruno);
