import type { ForeignEvent, ForeignRequest } from '@tandem/core';

import { type LibraryName, findLibrary, getLibraryModule, listRequirableNames } from '../libraries.js';
import { type PostmanName, postmanNames } from '../parameters.js';
import {
  createPendingWork,
  type CreateShim,
  explainFailedTests,
  type MakeScript,
  type PendingWork,
  type ShimParts,
} from '../shim.js';
import { createAssertions } from './assertions.js';
import { createPostmanCookies } from './cookies.js';
import { createEvents, createExecution, createPm, explain, refuse, skipSignal } from './pm.js';
import { createLegacyGlobals } from './legacy.js';
import { createOldLodash } from './lodash.js';
import { toChangedRequest } from './request.js';
import { createScopes } from './scopes.js';
import { createRequests } from './send-request.js';
import { addLegacyTests, createTest, toThrownError } from './tests.js';
import { toText } from '../text.js';

/** Makes `uuid` what it is in Postman: a function that returns a UUID of version 4, with the other functions as properties. */
const makeCallable = (name: LibraryName, library: unknown): unknown => {
  const uuid = library as { readonly v4: (...args: readonly unknown[]) => string } | undefined;
  return name === 'uuid' && uuid !== undefined
    ? Object.assign((...args: readonly unknown[]) => uuid.v4(...args), uuid)
    : library;
};

interface KeyDerivation {
  cfg: { readonly extend: (given: object) => KeyDerivation['cfg'] };
}

interface CryptoJs {
  readonly algo: { readonly PBKDF2: KeyDerivation; readonly SHA1: unknown };
}

/** Adapts libraries to Postman's versions: crypto-js 3.3, for example, derives a key in one round of SHA-1 by default. */
const createLibraryLoader = (library: ShimParts['library']): ShimParts['library'] => {
  let cryptoJs: CryptoJs | undefined;
  return (name) => {
    if (name !== 'crypto-js' || cryptoJs !== undefined) return library(name);
    cryptoJs = library(name) as CryptoJs | undefined;
    if (cryptoJs === undefined) return undefined;
    const { PBKDF2, SHA1 } = cryptoJs.algo;
    PBKDF2.cfg = PBKDF2.cfg.extend({ hasher: SHA1, iterations: 1 });
    return cryptoJs;
  };
};

const requireOver =
  (parts: ShimParts, chai: unknown) =>
  (given: unknown): unknown => {
    const name = toText(given);
    if (name === 'atob' || name === 'btoa') return globalThis[name];
    const library = findLibrary('postman', name);
    if (library === undefined)
      throw new Error(
        `require('${name}') is not available here: use one of ${listRequirableNames('postman').join(', ')}`,
      );
    const found =
      library === 'chai' ? chai : makeCallable(library, getLibraryModule(parts.library(library), name));
    if (found === undefined)
      throw new Error(`require('${name}') has to be written with its name as text, so that it is loaded`);
    return found;
  };

interface Xml2js {
  readonly parseString: (
    text: string,
    options: object,
    done: (error: unknown, result: unknown) => void,
  ) => void;
}

/** Creates `xml2Json` with Postman's options. */
const createXml2Json =
  (library: ShimParts['library']) =>
  (text: unknown): unknown => {
    const options = { explicitArray: false, async: false, trim: true, mergeAttrs: false };
    let found: unknown;
    (library('xml2js') as Xml2js).parseString(toText(text), options, (_, result) => {
      found = result;
    });
    return found;
  };

/** Creates the globals that are libraries. One is undefined if no script mentions it. */
const createLibraryGlobals = ({ library }: ShimParts) => ({
  _: createOldLodash(library('lodash')),
  CryptoJS: library('crypto-js'),
  tv4: library('tv4'),
  Buffer: (library('buffer') as { readonly Buffer: unknown } | undefined)?.Buffer,
  cheerio: library('cheerio'),
  xml2Json: createXml2Json(library),
});

/** Adds `has` to strings, which older Postman scripts call on `responseBody`. */
const addHas = (): void => {
  Object.defineProperty(String.prototype, 'has', {
    value(this: string, part: unknown): boolean {
      return this.includes(String(part));
    },
    writable: true,
    configurable: true,
  });
};

/** Records that a script failed. The request is sent nevertheless, and earlier changes remain. */
const addFailure = (
  { refuseTooMany, addTest }: Pick<ShimParts, 'refuseTooMany' | 'addTest'>,
  event: ForeignEvent,
  script: string,
  error: unknown,
): void => {
  refuseTooMany(0);
  const name = event === 'beforeRequest' ? 'Pre-request script' : 'Test script';
  addTest(name, 'failed', 0, script, toThrownError(error));
};

/** Creates `pm` and the other globals of Postman scripts. */
const createPostman: CreateShim = (given) => {
  addHas();
  const parts = { ...explainFailedTests(given, explain), library: createLibraryLoader(given.library) };
  const { locals, kept, fillIn, ...scopes } = createScopes(parts);
  const chai = createAssertions(parts.library);
  const { begin, present } = createEvents(parts, (text) => toText(fillIn(text)));
  let running: { readonly script: string; readonly pending: PendingWork } | undefined;
  const now = () => running ?? refuse('pm.test');
  const address = (): string => toText(fillIn(present().request.url.toString()));
  const cookies = createPostmanCookies(parts, address);
  const execution = createExecution(parts, present);
  const script = () => now().script;
  const requests = createRequests(parts, () => now().pending);
  const test = createTest(parts, { script, pending: () => now().pending }, () => pm);
  const { expect } = chai ?? {};
  const pm: object = createPm({ parts, present, scopes, cookies, execution, requests, test, script, expect });
  const require = requireOver(parts, chai);
  const iteration = parts.run.iteration - 1;
  const valuesFor = (event: ForeignEvent, pending: PendingWork): Readonly<Record<PostmanName, unknown>> => {
    const { request, response } = begin(event);
    const { setNextRequest } = execution;
    const { run, body } = parts;
    const about = { event, ...scopes, row: run.row ?? {}, iteration, request, response, body };
    return {
      pm,
      require,
      ...createLegacyGlobals({ ...about, cookies, setNextRequest }),
      ...createLibraryGlobals(parts),
      ...pending.globals,
    };
  };
  const run = async (event: ForeignEvent, script: string, make: MakeScript): Promise<void> => {
    const pending = createPendingWork(parts);
    running = { script, pending };
    const values = valuesFor(event, pending);
    try {
      await make(...postmanNames.map((one) => values[one]))();
      await pending.end().catch((error: unknown) => {
        if (event !== 'beforeRequest') throw error;
        // In Postman, an exception in a callback fails nothing if the request was not sent yet.
        parts.warn(`A callback of the ${script} threw: ${String(error)}`);
      });
    } catch (error) {
      if (error === skipSignal) return;
      addFailure(parts, event, script, error);
    } finally {
      addLegacyTests(parts, script, values.tests as Readonly<Record<string, unknown>>);
    }
  };
  return {
    run,
    request: () => toChangedRequest(present().request, parts.input().request as ForeignRequest),
    locals,
    kept,
  };
};

globalThis.__tandemForeign.dialect('postman', createPostman);
