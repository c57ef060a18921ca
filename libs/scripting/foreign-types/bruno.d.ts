/* eslint-disable @typescript-eslint/no-explicit-any -- the body of a response and the values of variables are anybody's JSON */
/* eslint-disable @typescript-eslint/triple-slash-reference -- a file with an import declares no globals */
/// <reference path="./chai.d.ts" />

/** An assertion with those that Bruno adds to chai. */
interface Assertion extends ChaiAssertion {
  /** The value is an object that JSON can represent. */
  readonly json: Assertion;
  /** The value matches a JSON schema. */
  jsonSchema(schema: object, options?: object): Assertion;
  /** The response's body is JSON, and has a value at a path if one is given. */
  jsonBody(path?: string | object, value?: unknown): Assertion;
  startsWith(part: string): Assertion;
  startWith(part: string): Assertion;
  endsWith(part: string): Assertion;
  endWith(part: string): Assertion;
}

/** A list of names with values. */
interface BrunoList {
  /** The last entry with this name. */
  one(name: string): any;
  all(): any[];
  /** The value of the last entry with this name. */
  get(name: string): any;
  count(): number;
  /** Whether there is an entry with this name, and this value if one is given. */
  has(name: string | object, value?: unknown): boolean;
  find(check: (entry: any) => boolean, context?: unknown): any;
  filter(check: (entry: any) => boolean, context?: unknown): any[];
  each(visit: (entry: any) => void, context?: unknown): void;
  map(convert: (entry: any) => unknown, context?: unknown): any[];
  reduce(combine: (sum: any, entry: any) => unknown, first?: unknown, context?: unknown): any;
  indexOf(entry: unknown): number;
  toJSON(): any[];
  toString(): string;
}

/** Headers. Those of the request can be changed. */
interface BrunoHeaderList extends BrunoList {
  add(header: string | object, value?: unknown): void;
  /** Changes a header, or adds it. */
  upsert(header: string | object, value?: unknown): boolean | null;
  remove(header: unknown, context?: unknown): void;
  clear(): void;
  populate(headers: unknown): void;
  repopulate(headers: unknown): void;
  assimilate(headers: unknown, prunes?: boolean): void;
  toObject(excludesDisabled?: boolean, keepsCase?: boolean): Record<string, any>;
}

/** The cookies of all URLs. Each call returns a promise unless it gets a callback. */
interface BrunoCookieJar {
  getCookie(url: string, name: string, done?: unknown): Promise<any>;
  getCookies(url: string, done?: unknown): Promise<any[]>;
  hasCookie(url: string, name: string, done?: unknown): Promise<boolean>;
  setCookie(url: string, cookie: string | object, value?: unknown, done?: unknown): Promise<void>;
  setCookies(url: string, cookies: readonly object[], done?: unknown): Promise<void>;
  deleteCookie(url: string, name: string, done?: unknown): Promise<void>;
  deleteCookies(url: string, done?: unknown): Promise<void>;
  clear(done?: unknown): Promise<void>;
}

/** The cookies for the request's URL. */
interface BrunoCookies extends BrunoList {
  /** The cookie at an index. */
  idx(index: number): any;
  toObject(): Record<string, any>;
  add(cookie: object, done?: unknown): Promise<void>;
  /** Changes a cookie, or adds it. */
  upsert(cookie: object, done?: unknown): Promise<void>;
  remove(name: string, done?: unknown): Promise<void>;
  delete(name: string, done?: unknown): Promise<void>;
  clear(done?: unknown): Promise<void>;
  /** The cookies of all URLs. */
  jar(): BrunoCookieJar;
}

/** The row of data of this iteration. */
interface BrunoIterationData {
  /** A value of the row, or the whole row without a name. */
  get(name?: string): any;
  has(name: string): boolean;
  set(name: string, value: unknown): void;
  unset(name: string): void;
  stringify(): string;
}

interface BrunoRunner {
  /** The request that a run executes next; null ends the run. */
  setNextRequest(name: string | null): void;
  /** Does not send the request; only before it is sent. */
  skipRequest(): void;
  /** Ends the run. */
  stopExecution(): void;
  /** The iteration of the run, from 0. */
  readonly iterationIndex: number;
  readonly totalIterations: number;
  readonly iterationData: BrunoIterationData;
}

interface BrunoUtils {
  minifyJson(json: string | object): string;
  minifyXml(xml: string): string;
}

/** The result of `bru.runRequest`. */
interface BrunoRunResult {
  /** The status code; `skipped` or `error` if there is no response. */
  readonly status: any;
  readonly statusText: string | null;
  readonly headers: any;
  /** The body, parsed if it is JSON. */
  readonly data: any;
  readonly url: string | null;
  /** Milliseconds. */
  readonly responseTime: number;
  readonly duration: number;
  readonly size: number;
}

interface Bru {
  /** The value of a variable of the active environment; undefined if there is none. */
  getEnvVar(name: string): any;
  hasEnvVar(name: string): boolean;
  /** Sets a variable of the active environment. */
  setEnvVar(name: string, value: unknown): void;
  deleteEnvVar(name: string): void;
  getAllEnvVars(): Record<string, any>;
  deleteAllEnvVars(): void;
  /** The value of a global variable; undefined if there is none. */
  getGlobalEnvVar(name: string): any;
  hasGlobalEnvVar(name: string): boolean;
  /** Sets a global variable. */
  setGlobalEnvVar(name: string, value: unknown): void;
  deleteGlobalEnvVar(name: string): void;
  getAllGlobalEnvVars(): Record<string, any>;
  deleteAllGlobalEnvVars(): void;
  /** The value of a runtime variable, which exists until the run ends; undefined if there is none. */
  getVar(name: string): any;
  hasVar(name: string): boolean;
  /** Sets a runtime variable, which exists until the run ends. */
  setVar(name: string, value: unknown): void;
  deleteVar(name: string): void;
  getAllVars(): Record<string, any>;
  deleteAllVars(): void;
  /** The value of a variable of the collection; undefined if there is none. */
  getCollectionVar(name: string): any;
  hasCollectionVar(name: string): boolean;
  /** Sets a variable of the collection. */
  setCollectionVar(name: string, value: unknown): void;
  deleteCollectionVar(name: string): void;
  getAllCollectionVars(): Record<string, any>;
  deleteAllCollectionVars(): void;
  /** A variable of the request's folders. */
  getFolderVar(name: string): any;
  /** A variable of the request. */
  getRequestVar(name: string): any;
  /** A secret of the active environment. */
  getSecretVar(name: string): string | undefined;
  /** A variable of the .env file, or one that a person allowed. */
  getProcessEnv(name: string): string;
  getEnvName(): string | undefined;
  getCollectionName(): string;
  /** Fills in `{{variables}}` of a text, or of the texts in an object. */
  interpolate(template: unknown): any;
  /** Sends a request: a URL, or an object with `url`, `method`, `headers` and `data`. Returns a promise. */
  sendRequest(request: string | object, done?: (error: any, response: any) => unknown): Promise<any>;
  /** Executes a request of the workspace. */
  runRequest(request: string): Promise<BrunoRunResult>;
  /** The request that a run executes next; null ends the run. */
  setNextRequest(name: string | null): void;
  readonly runner: BrunoRunner;
  readonly cookies: BrunoCookies;
  /** Waits some milliseconds. */
  sleep(ms: number): Promise<string>;
  /** The collection's folder. */
  cwd(): string;
  /** Always true here: a script has no files and processes. */
  isSafeMode(): boolean;
  /** The results of the tests so far. */
  getTestResults(): Promise<any>;
  /** The results of the assertions. */
  getAssertionResults(): Promise<any>;
  readonly utils: BrunoUtils;
  /** Has no effect here. */
  visualize(...args: unknown[]): void;
  clearVisualizations(): void;
}

declare const bru: Bru;

/** The request. Changes in a script before the request are sent. */
interface BrunoRequest {
  readonly url: string;
  readonly method: string;
  readonly body: any;
  readonly headers: Record<string, any>;
  readonly timeout: number | undefined;
  readonly name: string;
  readonly pathParams: any[];
  readonly tags: string[];
  readonly headerList: BrunoHeaderList;
  getUrl(): string;
  setUrl(url: string): void;
  getHost(): string;
  getPath(): string;
  /** The query without the `?`. */
  getQueryString(): string;
  getPathParams(): any[];
  getMethod(): string;
  setMethod(method: string): void;
  getName(): string;
  getTags(): string[];
  getAuthMode(): string;
  getHeader(name: string): any;
  getHeaders(): Record<string, any>;
  setHeader(name: string, value: unknown): void;
  /** Replaces all headers. */
  setHeaders(headers: Record<string, any>): void;
  deleteHeader(name: string): void;
  deleteHeaders(names: readonly string[]): void;
  /** The body, parsed if it is JSON; with `raw`, as text. */
  getBody(options?: { readonly raw?: boolean }): any;
  setBody(body: unknown, options?: { readonly raw?: boolean }): void;
  /** Milliseconds. */
  getTimeout(): number | undefined;
  setTimeout(ms: number): void;
  setMaxRedirects(most: number): void;
  /** Keeps the response's body as text. */
  disableParsingResponseJson(): void;
  /** `runner` in a run, else `standalone`. */
  getExecutionMode(): string;
}

declare const req: BrunoRequest;

interface BrunoResponse {
  /** The value at a path of the body, such as `res('items[0].name')`. */
  (path: string, ...filters: unknown[]): any;
  /** The status code, such as 200. */
  readonly status: number;
  readonly statusText: string;
  readonly headers: Record<string, any>;
  /** The body, parsed if it is JSON. */
  readonly body: any;
  /** Milliseconds. */
  readonly responseTime: number;
  readonly url: string;
  readonly headerList: BrunoHeaderList;
  getStatus(): number;
  getStatusText(): string;
  getHeader(name: string): any;
  getHeaders(): Record<string, any>;
  getBody(): any;
  /** Replaces the body for later scripts. */
  setBody(body: unknown): void;
  getResponseTime(): number;
  getUrl(): string;
  getSize(): { readonly header: number; readonly body: number; readonly total: number };
  /** The bytes of the body, as a buffer of Node. */
  getDataBuffer(): any;
}

/** The response; undefined before the request is sent. */
declare const res: BrunoResponse;

/** Runs a test, which passes unless the function throws or its promise rejects. */
declare function test(name: string, work: () => unknown): Promise<void>;
/** Begins an assertion about a value, such as `expect(a).to.equal(b)`. */
declare const expect: ChaiExpect;
/** Assertions as calls, such as `assert.equal(a, b)`. */
declare const assert: ChaiAssert;
/** A built-in library, such as `require('moment')`, or a file of the collection. */
declare function require(name: string): any;
/** Dates and times. */
declare const moment: any;
declare const Buffer: any;
/** Checks JSON schemas. */
declare const tv4: any;
/** Checks JSON schemas. */
declare const Ajv: any;
declare const addFormats: any;
declare const uuid: any;
/** A random id. */
declare function nanoid(length?: number): string;
declare const path: any;
/** Signs and reads JSON Web Tokens. */
declare const jwt: any;
/** Sends requests, like `bru.sendRequest`. */
declare const axios: any;
declare const FormData: any;
/** Runs a function later; the script waits for it. */
declare function setTimeout(work: (...args: any[]) => void, ms?: number, ...args: unknown[]): any;
declare function clearTimeout(id: unknown): void;
declare function setInterval(work: (...args: any[]) => void, ms?: number, ...args: unknown[]): any;
declare function clearInterval(id: unknown): void;
