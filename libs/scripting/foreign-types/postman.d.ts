/* eslint-disable @typescript-eslint/no-explicit-any -- the body of a response and the values of variables are anybody's JSON */
/* eslint-disable @typescript-eslint/triple-slash-reference -- a file with an import declares no globals */
/// <reference path="./chai.d.ts" />

/** An assertion with those that Postman adds to chai. */
interface Assertion extends ChaiAssertion {
  /** The response has a status: its code or its reason phrase. */
  status(expected: number | string): Assertion;
  statusCode(code: number): Assertion;
  statusReason(phrase: string): Assertion;
  /** The response's code begins with a digit, such as 2 for 200 to 299. */
  statusCodeClass(digit: number): Assertion;
  /** The request or response has a header, with this value if one is given. */
  header(name: string, value?: string): Assertion;
  /** The request or response has a body, equal to the text or matching the pattern if one is given. */
  body(expected?: string | RegExp): Assertion;
  /** The response's body is JSON, and has a value at a path if one is given. */
  jsonBody(path?: string | object, value?: unknown): Assertion;
  /** The value or the response's body matches a JSON schema. */
  jsonSchema(schema: object, options?: object): Assertion;
  readonly withBody: Assertion;
  readonly json: Assertion;
  /** Continues with the response's time in milliseconds. */
  readonly responseTime: Assertion;
  /** Continues with the response's size in bytes. */
  readonly responseSize: Assertion;
  readonly info: Assertion;
  readonly success: Assertion;
  readonly redirection: Assertion;
  readonly clientError: Assertion;
  readonly serverError: Assertion;
  readonly error: Assertion;
  readonly accepted: Assertion;
  readonly withoutContent: Assertion;
  readonly badRequest: Assertion;
  readonly unauthorised: Assertion;
  readonly unauthorized: Assertion;
  readonly forbidden: Assertion;
  readonly notFound: Assertion;
  readonly notAcceptable: Assertion;
  readonly rateLimited: Assertion;
  readonly postmanRequest: Assertion;
  readonly postmanResponse: Assertion;
  readonly postmanRequestOrResponse: Assertion;
}

/** A list of names with values. */
interface PostmanReadableList {
  /** The value of the last entry with this name. */
  get(name: string): any;
  /** The last entry with this name. */
  one(name: string): any;
  /** Whether there is an entry with this name, and this value if one is given. */
  has(name: string, value?: unknown): boolean;
  all(): any[];
  readonly members: any[];
  each(visit: (entry: any) => void): void;
  forEach(visit: (entry: any) => void): void;
  map(convert: (entry: any) => unknown): any[];
  filter(check: (entry: any) => boolean): any[];
  find(check: (entry: any) => boolean): any;
  reduce(combine: (sum: any, entry: any) => unknown, first?: unknown): any;
  count(): number;
  /** The entry at an index. */
  idx(index: number): any;
  indexOf(entry: unknown): number;
  /** The entries that match a name or a function. */
  matching(check: unknown): any;
  toJSON(): any[];
  toString(): string;
}

/** Headers, query parameters or cookies. Changes to the request's are sent. */
interface PostmanList extends PostmanReadableList {
  /** Adds `{ key, value }`. */
  add(entry: object | string): void;
  append(entry: object | string): void;
  prepend(entry: object | string): void;
  insert(entry: object | string, before?: unknown): void;
  insertAfter(entry: object | string, after?: unknown): void;
  /** Changes the entry with the key of `{ key, value }`, or adds it. */
  upsert(entry: object | string): boolean | null;
  remove(name: unknown): void;
  clear(): void;
  populate(entries: unknown): void;
  repopulate(entries: unknown): void;
  assimilate(entries: unknown, prunes?: boolean): void;
  isKey(name: string): boolean;
  toObject(): Record<string, any>;
  toPairs(): [string, string][];
  toFields(): string[];
  contentSize(): number;
}

interface PostmanVariableList extends PostmanReadableList {
  add(entry: object): void;
  append(entry: object): void;
  upsert(entry: object): boolean | null;
  remove(name: unknown): void;
  clear(): void;
  populate(entries: unknown): void;
  isKey(name: string): boolean;
  toObject(): Record<string, any>;
}

/** The variables of a scope. */
interface PostmanScope {
  /** The value of a variable; undefined if there is none. */
  get(name: string): any;
  has(name: string): boolean;
  set(name: string, value: unknown): void;
  unset(name: string): void;
  clear(): void;
  /** Fills in `{{variables}}` of a text. */
  replaceIn(template: string): string;
  toObject(): Record<string, any>;
  toJSON(): any;
  readonly values: PostmanVariableList;
}

interface PostmanNamedScope extends PostmanScope {
  /** The environment's name. */
  readonly name: string;
}

interface PostmanUrl {
  protocol: string | undefined;
  auth: any;
  host: string[];
  port: string | undefined;
  path: string[];
  hash: string | undefined;
  readonly query: PostmanList;
  /** The path parameters. */
  readonly variables: PostmanList;
  update(url: string | object): void;
  addQueryParams(given: string | readonly object[]): void;
  removeQueryParams(names: unknown): void;
  getHost(): string;
  getPath(): string;
  getQueryString(): string;
  getPathWithQuery(): string;
  /** The host with its port. */
  getRemote(): string;
  base(): string;
  toString(): string;
  toTemplate(): string;
  toJSON(): object;
}

/** The request. Changes in a pre-request script are sent. */
interface PostmanRequest {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  method: string;
  readonly url: PostmanUrl;
  readonly headers: PostmanList;
  /** The body: `mode`, and `raw`, `urlencoded`, `formdata` or `graphql`. */
  body: any;
  auth: any;
  addHeader(header: object | string): void;
  upsertHeader(header: object | string): void;
  removeHeader(name: string, options?: object): void;
  getHeaders(options?: object): Record<string, any>;
  addQueryParams(given: string | readonly object[]): void;
  removeQueryParams(names: unknown): void;
  authorizeUsing(type: unknown, parameters?: unknown): void;
  update(request: object): void;
  toJSON(): object;
  /** Begins an assertion about the request, such as `pm.request.to.have.header('Accept')`. */
  readonly to: Assertion;
}

interface PostmanContentInfo {
  readonly mimeType: string;
  readonly mimeFormat: string;
  readonly contentType: string;
  readonly charset: string;
  readonly fileName: string;
  readonly fileExtension: string;
}

interface PostmanResponse {
  /** The status code, such as 200. */
  readonly code: number;
  /** The reason phrase, such as `OK`. */
  readonly status: string;
  /** Milliseconds. */
  readonly responseTime: number;
  /** Bytes of the body. */
  readonly responseSize: number;
  readonly headers: PostmanList;
  readonly cookies: PostmanList;
  /** The body as text. */
  text(): string;
  /** The body parsed as JSON. */
  json(reviver?: (name: string, value: any) => any): any;
  reason(): string;
  details(): any;
  size(): { readonly body: number; readonly header: number; readonly total: number };
  contentInfo(): PostmanContentInfo;
  mime(): PostmanContentInfo;
  encoding(): { readonly format: string | undefined; readonly source: string | undefined };
  /** The body as a data URL. */
  dataURI(): string;
  /** The bytes of the body. */
  readonly stream: any;
  toJSON(): any;
  /** Begins an assertion about the response, such as `pm.response.to.have.status(200)`. */
  readonly to: Assertion;
}

interface PostmanCookieJar {
  get(url: string, name: string, done: (error: any, value: string | null) => void): void;
  getAll(url: string, done: (error: any, cookies: any) => void): void;
  set(url: string, name: string | object, value?: unknown, done?: unknown): void;
  unset(url: string, name: string, done?: (error: any) => void): void;
  clear(url: string, done?: (error: any) => void): void;
}

/** The cookies for the request's URL. */
interface PostmanCookies {
  get(name: string): string | undefined;
  has(name: string, value?: string): boolean;
  one(name: string): any;
  all(): any[];
  each(visit: (cookie: any) => void): void;
  count(): number;
  toObject(): Record<string, string>;
  toJSON(): any[];
  /** The cookies of all URLs. */
  jar(): PostmanCookieJar;
}

interface PostmanTest {
  /** Runs a test, which passes unless the function throws. */
  (name: string, work?: (done: (error?: unknown) => void) => unknown): Pm;
  /** Reports a test as skipped. */
  skip(name: string, work?: unknown): Pm;
  /** The number of tests so far. */
  index(): number;
}

interface PostmanInfo {
  /** `prerequest` or `test`. */
  readonly eventName: string;
  /** The iteration of the run, from 0. */
  readonly iteration: number;
  readonly iterationCount: number;
  readonly requestName: string;
  readonly requestId: string;
}

interface PostmanExecution {
  /** The request that a run executes next; null ends the run. */
  setNextRequest(name: string | null): void;
  /** Does not send the request; only before it is sent. */
  skipRequest(): never;
  /** Executes a request of the workspace. */
  runRequest(
    request: string,
    options?: { readonly variables?: Record<string, any> },
  ): Promise<PostmanResponse | null>;
  /** The names of the collection, the folders and the request. */
  readonly location: string[] & { readonly current: string };
}

interface PostmanVisualizer {
  /** Has no effect here. */
  set(template: string, data?: unknown, options?: unknown): void;
  clear(): void;
}

interface Pm {
  /** Runs a test, which passes unless the function throws. */
  readonly test: PostmanTest;
  /** Begins an assertion about a value, such as `pm.expect(a).to.equal(b)`. */
  readonly expect: ChaiExpect;
  readonly request: PostmanRequest;
  /** The response; undefined before the request is sent. */
  readonly response: PostmanResponse;
  /** The variables of the active environment. */
  readonly environment: PostmanNamedScope;
  /** The variables of the collection. */
  readonly collectionVariables: PostmanScope;
  readonly globals: PostmanScope;
  /** The variables of all scopes; those that are set exist in this execution only. */
  readonly variables: PostmanScope;
  /** The row of data of this iteration. */
  readonly iterationData: PostmanScope;
  readonly cookies: PostmanCookies;
  /** Sends a request: a URL, or an object with `url`, `method`, `header` and `body`. Returns a promise without a callback. */
  sendRequest(
    request: string | object,
    done?: (error: any, response: PostmanResponse) => void,
  ): Promise<PostmanResponse>;
  readonly info: PostmanInfo;
  readonly execution: PostmanExecution;
  readonly visualizer: PostmanVisualizer;
}

declare const pm: Pm;

/** The calls of older scripts. */
interface OldPostman {
  setEnvironmentVariable(name: string, value: unknown): void;
  getEnvironmentVariable(name: string): any;
  clearEnvironmentVariable(name: string): void;
  clearEnvironmentVariables(): void;
  setGlobalVariable(name: string, value: unknown): void;
  getGlobalVariable(name: string): any;
  clearGlobalVariable(name: string): void;
  clearGlobalVariables(): void;
  setNextRequest(name: string | null): void;
  getResponseHeader(name: string): string | undefined;
  getResponseCookie(name: string): any;
}

/** The calls of older scripts; `pm` has newer ones. */
declare const postman: OldPostman;
/** The results of older scripts' tests by name: `tests['is fine'] = true`. */
declare const tests: Record<string, any>;
/** The globals by name, in older scripts. */
declare const globals: Record<string, any>;
/** The variables of the environment by name, in older scripts. */
declare const environment: Record<string, any>;
/** The row of data of this iteration, in older scripts. */
declare const data: Record<string, any>;
/** The iteration of the run, from 0, in older scripts. */
declare const iteration: number;
/** The request, in older scripts. */
declare const request: any;
/** The body as text, in older scripts. */
declare const responseBody: string;
/** The status: `code`, `name` and `detail`, in older scripts. */
declare const responseCode: any;
declare const responseHeaders: Record<string, any>;
declare const responseCookies: any[];
/** Milliseconds, in older scripts. */
declare const responseTime: number;
/** A built-in library, such as `require('crypto-js')`. */
declare function require(name: string): any;
/** Lodash 3. */
declare const _: any;
declare const CryptoJS: any;
/** Checks JSON schemas, in older scripts. */
declare const tv4: any;
declare const Buffer: any;
/** Reads HTML, with calls as in jQuery. */
declare const cheerio: any;
/** XML as an object. */
declare function xml2Json(text: string): any;
/** Runs a function later; the script waits for it. */
declare function setTimeout(work: (...args: any[]) => void, ms?: number, ...args: unknown[]): any;
declare function clearTimeout(id: unknown): void;
declare function setInterval(work: (...args: any[]) => void, ms?: number, ...args: unknown[]): any;
declare function clearInterval(id: unknown): void;
declare function setImmediate(work: (...args: any[]) => void, ...args: unknown[]): any;
declare function clearImmediate(id: unknown): void;
