/* eslint-disable @typescript-eslint/no-explicit-any -- the body of a response and the values of a call are anybody's JSON */
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a file with an import declares no globals
/// <reference path="./tandem-script-web.d.ts" />

/**
 * What a Tandem script sees. Reference it from a script for completion and checks:
 *
 *     /// <reference types="@tandem/scripting/tandem-script" />
 *
 * A script is an ES module; it has no network, files, processes, `require` or `import`. Compile with `lib: ["ES2023"]`
 * and `types: []`: a script has neither the browser's globals nor Node's.
 */

/** Header fields, as the Fetch standard's `Headers`. Names are compared without case. */
interface Headers extends Iterable<[name: string, value: string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  /** All values of the field joined with `, `; null when there is none. */
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

/** The active environment. Changes are written when onResponse has succeeded; values are strings, others become JSON. */
interface TandemEnvironment {
  /** Null when no environment is active. */
  readonly name: string | null;
  getVariable(name: string): string | undefined;
  setVariable(name: string, value: unknown): void;
  unsetVariable(name: string): void;
  hasVariable(name: string): boolean;
  getSecret(name: string): string | undefined;
  setSecret(name: string, value: unknown): void;
  hasSecret(name: string): boolean;
  variables(): Record<string, string>;
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

/** The request in onRequest: what is set here is sent. */
interface TandemRequest extends TandemRequestFixed {
  url: string;
  method: string;
  body: string | null;
  headers: Headers;
}

/** The request as it was sent. */
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

/** The response; it cannot be changed. */
interface TandemResponse {
  readonly status: number;
  readonly statusText: string;
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  readonly headers: Headers;
  readonly cookies: readonly TandemCookie[];
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of the decoded body. */
  readonly size: number;
  readonly url: string;
  /** Null when the body is binary or longer than 10 MiB. */
  readonly body: string | null;
  /** Whether onRequest answered instead of the network. */
  readonly mocked: boolean;
  readonly env: TandemEnvironment;
  text(): string;
  json(): any;
  bytes(): Uint8Array;
}

interface ServiceResponseInit {
  /** From 200 to 599; 200 when left out. */
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeadersInit;
}
/** Returned by onRequest, it is the response: nothing is sent. */
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
/** A test; for onTest alone. Asynchronous tests are awaited in order. */
declare const test: TandemTest;
declare const it: TandemTest;
/** Puts the tests inside it under a name. */
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

/** Kept with the result: 200 lines and 64 KiB at the most. */
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
