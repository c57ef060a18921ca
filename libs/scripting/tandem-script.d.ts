/* eslint-disable @typescript-eslint/no-explicit-any -- the body of a response and the values of a call are anybody's JSON */
/* eslint-disable @typescript-eslint/triple-slash-reference -- a file with an import declares no globals */
/// <reference path="./tandem-script-web.d.ts" />
/// <reference path="./tandem-script-run.d.ts" />
/// <reference path="./tandem-script-calls.d.ts" />

/**
 * The globals of a Tandem script. Reference it from a script for completion and type checking:
 *
 *     /// <reference types="@tandem/scripting/tandem-script" />
 *
 * A script is an ES module without files, processes, `require` or `import`. Compile with `lib: ["ES2023"]` and
 * `types: []`: a script has neither browser nor Node globals.
 */

/** Header fields, like the Fetch standard's `Headers`. Names are case-insensitive. */
interface Headers extends Iterable<[name: string, value: string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  /** All values of the field joined with `, `; null if there are none. */
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(visit: (value: string, name: string, headers: Headers) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
}
type HeadersInit = Headers | Iterable<readonly [string, string]> | Readonly<Record<string, string>>;
declare const Headers: { readonly prototype: Headers; new (init?: HeadersInit): Headers };

/** The active environment. Changes are saved after onResponse succeeds. Values are strings; others are converted to JSON. */
interface TandemEnvironment {
  /** Null if no environment is active. */
  readonly name: string | null;
  /** The value with its original type; undefined if there is none. */
  getVariable(name: string): any;
  setVariable(name: string, value: unknown): void;
  unsetVariable(name: string): void;
  hasVariable(name: string): boolean;
  getSecret(name: string): string | undefined;
  setSecret(name: string, value: unknown): void;
  hasSecret(name: string): boolean;
  variables(): Record<string, any>;
}

interface TandemRequestFixed {
  readonly id: string;
  readonly name: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>;
  /** The variables of the call. */
  readonly variables: Readonly<Record<string, any>>;
  readonly env: TandemEnvironment;
}

/** The request in onRequest; changes are sent. */
interface TandemRequest extends TandemRequestFixed {
  url: string;
  method: string;
  body: string | null;
  headers: Headers;
}

/** The request that was sent. */
interface TandemSentRequest extends TandemRequestFixed {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
  readonly headers: Headers;
}

interface TandemCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
  readonly expires?: string;
  /** Seconds. */
  readonly maxAge?: number;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string;
}

/** The response, read-only. */
interface TandemResponse {
  readonly status: number;
  readonly statusText: string;
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  readonly headers: Headers;
  readonly cookies: readonly TandemCookie[];
  /** Milliseconds. */
  readonly time: number;
  /** Size of the decoded body in bytes. */
  readonly size: number;
  readonly url: string;
  /** Null if the body is binary or longer than 10 MiB. */
  readonly body: string | null;
  /** Whether onRequest returned the response. */
  readonly mocked: boolean;
  readonly env: TandemEnvironment;
  text(): string;
  json(): any;
  bytes(): Uint8Array;
}

/** A cookie of the jar. */
interface TandemJarCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Whether it is sent only to `domain`, not to its subdomains. */
  readonly hostOnly: boolean;
  /** Missing for a session cookie. */
  readonly expires?: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string;
}
interface TandemCookieAttributes {
  /** The URL's host, or a parent domain. If omitted, subdomains do not get the cookie. */
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  readonly hostOnly?: boolean | undefined;
  readonly expires?: string | Date | undefined;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly sameSite?: string | undefined;
}
/**
 * The cookie jar of the workspace and environment. Changes in `onRequest` are sent with the request; those in
 * `onTest` are dropped.
 */
declare const cookies: {
  /** The value of the cookie that a request to `url` sends. */
  get(url: string | URL, name: string): string | undefined;
  /** The cookies that a request to `url` sends. */
  list(url: string | URL): TandemJarCookie[];
  /** Sets a cookie as a response from `url` would. */
  set(url: string | URL, name: string, value: string, attributes?: TandemCookieAttributes): void;
  /** Deletes all cookies of that name that a request to `url` sends. Returns whether there were any. */
  delete(url: string | URL, name: string): boolean;
  /** Deletes all cookies of the jar. */
  clear(): void;
};

interface ServiceResponseInit {
  /** 200 to 599; default 200. */
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeadersInit;
}
/** Return it from onRequest to respond without sending the request. */
declare class ServiceResponse {
  constructor(body?: string | null, init?: ServiceResponseInit);
  static json(value: unknown, init?: ServiceResponseInit): ServiceResponse;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}

interface TandemTest {
  (name: string, work: () => unknown): void;
  skip(name: string, work?: () => unknown): void;
  only(name: string, work: () => unknown): void;
}
/** Defines a test in onTest. Asynchronous tests run in order. */
declare const test: TandemTest;
declare const it: TandemTest;
/** Groups tests under a name. */
declare function describe(name: string, work: () => void): void;

interface TandemMatchers<Result> {
  toBe(expected: unknown): Result;
  toEqual(expected: unknown): Result;
  toStrictEqual(expected: unknown): Result;
  toMatchObject(expected: object): Result;
  toMatch(expected: string | RegExp): Result;
  toBeDefined(): Result;
  toBeUndefined(): Result;
  toBeNull(): Result;
  toBeNaN(): Result;
  toBeTruthy(): Result;
  toBeFalsy(): Result;
  toContain(item: unknown): Result;
  toContainEqual(item: unknown): Result;
  toHaveLength(length: number): Result;
  toHaveProperty(path: string | readonly PropertyKey[], value?: unknown): Result;
  toBeGreaterThan(expected: number | bigint): Result;
  toBeGreaterThanOrEqual(expected: number | bigint): Result;
  toBeLessThan(expected: number | bigint): Result;
  toBeLessThanOrEqual(expected: number | bigint): Result;
  toBeCloseTo(expected: number, digits?: number): Result;
  toBeInstanceOf(type: abstract new (...args: never[]) => unknown): Result;
  toThrow(expected?: unknown): Result;
  toThrowError(expected?: unknown): Result;
}
interface TandemExpectation<Result> extends TandemMatchers<Result> {
  readonly not: TandemMatchers<Result>;
}
interface TandemPatterns {
  arrayContaining(wanted: readonly unknown[]): any;
  objectContaining(wanted: object): any;
  stringContaining(wanted: string): any;
  stringMatching(wanted: string | RegExp): any;
}
/** Jest's `expect`. */
declare const expect: {
  (actual: unknown): TandemExpectation<void> & {
    readonly resolves: TandemExpectation<Promise<void>>;
    readonly rejects: TandemExpectation<Promise<void>>;
  };
  any(type: unknown): any;
  anything(): any;
  readonly not: TandemPatterns;
} & TandemPatterns;

/** Stored with the result: up to 200 lines and 64 KiB. */
declare const console: Readonly<
  Record<
    | 'log'
    | 'info'
    | 'warn'
    | 'error'
    | 'debug'
    | 'trace'
    | 'dir'
    | 'table'
    | 'group'
    | 'groupCollapsed'
    | 'groupEnd',
    (...values: unknown[]) => void
  >
> &
  Readonly<Record<'count' | 'countReset' | 'time' | 'timeEnd', (label?: string) => void>> & {
    assert(holds: unknown, ...values: unknown[]): void;
    timeLog(label?: string, ...values: unknown[]): void;
  };
