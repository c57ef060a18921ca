/**
 * The part of isolated-vm that the host uses. It is the same in versions 5, 6 and 7. It is declared here because the installed version
 * depends on Node, so the package's own types may be missing.
 */
export interface IsolatedVm {
  readonly Isolate: new (options: {
    readonly memoryLimit: number;
    readonly onCatastrophicError: (message: string) => void;
  }) => Isolate;
  readonly Callback: new (
    call: (...args: never[]) => unknown,
    options?: { readonly ignored: true },
  ) => Callback;
}

export interface Isolate {
  readonly isDisposed: boolean;
  /** Nanoseconds. */
  readonly cpuTime: bigint;
  readonly dispose: () => void;
  /** Waits until the thread of the isolate has finished its earlier work. */
  readonly getHeapStatistics: () => Promise<HeapStatistics>;
  readonly createContextSync: () => Context;
  readonly compileScriptSync: (
    code: string,
    options: {
      readonly filename: string;
      readonly cachedData?: CodeCache;
      readonly produceCachedData?: true;
      /** Added to line numbers in errors. */
      readonly lineOffset?: number;
    },
  ) => Script & Partial<CachedDataResult>;
  /** @throws SyntaxError with the location in brackets after the message */
  readonly compileModuleSync: (code: string, options: { readonly filename: string }) => Module;
}

/** In bytes. */
export interface HeapStatistics {
  readonly used_heap_size: number;
  /** Memory outside the heap, for example that of buffers. */
  readonly externally_allocated_size: number;
}

export interface Context extends Releasable {
  /** Runs a function body with the arguments `$0`, `$1` and so on. */
  readonly evalClosureSync: (
    code: string,
    args: readonly unknown[],
    options: { readonly result: { readonly reference: true } },
  ) => unknown;
}

export interface Script {
  readonly runSync: (context: Context) => void;
  /** @param options the timeout in milliseconds */
  readonly run: (context: Context, options: { readonly timeout: number }) => Promise<unknown>;
}

/** A handle to a value in an isolate. The value stays in memory until the handle is released. */
export interface Releasable {
  readonly release: () => void;
}

export interface Module extends Releasable {
  readonly instantiateSync: (
    context: Context,
    resolve: (specifier: string, referrer: Module) => Module,
  ) => void;
  /** @param options the timeout in milliseconds */
  readonly evaluate: (options: { readonly timeout: number }) => Promise<unknown>;
}

type CallSignature<A> = A extends (...args: infer P) => infer R
  ? { readonly args: P; readonly result: R }
  : never;

export interface Reference<A> extends Releasable {
  readonly getSync: <K extends keyof A>(name: K, options: { readonly reference: true }) => Reference<A[K]>;
  readonly apply: (
    self: undefined,
    args: CallSignature<A>['args'],
    options?: ApplyOptions,
  ) => Promise<Awaited<CallSignature<A>['result']>>;
  readonly applySync: (
    self: undefined,
    args: CallSignature<A>['args'],
    options?: ApplyOptions,
  ) => CallSignature<A>['result'];
  readonly applyIgnored: (self: undefined, args: CallSignature<A>['args'], options?: ApplyOptions) => void;
}

export interface ApplyOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly arguments?: { readonly copy: true };
  readonly result?: { readonly promise?: true; readonly copy?: true };
}

/** An opaque value of isolated-vm. */
export interface CodeCache {
  readonly copy: () => ArrayBuffer;
}

export interface Callback {
  readonly name?: string;
}

export interface CachedDataResult {
  readonly cachedData: CodeCache;
}
