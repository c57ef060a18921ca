/** The web platform APIs of a Tandem script, in addition to `Headers`. */

/** Limited by the handler's time, and to 1,000 timers. */
declare function setTimeout<A extends unknown[]>(work: (...args: A) => void, ms?: number, ...args: A): number;
declare function clearTimeout(id: number | undefined): void;
declare function queueMicrotask(work: () => void): void;
declare function structuredClone<A>(value: A): A;
declare function atob(base64: string): string;
declare function btoa(text: string): string;

declare class TextEncoder {
  readonly encoding: 'utf-8';
  encode(text?: string): Uint8Array;
}
/** UTF-8 only. */
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean });
  readonly encoding: 'utf-8';
  readonly fatal: boolean;
  decode(bytes?: Uint8Array | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}

interface TandemHmacKey {
  readonly type: 'secret';
}
/** Random values, hashes (SHA-1, -256, -384, -512) and HMAC. */
declare const crypto: {
  randomUUID(): string;
  getRandomValues<A extends ArrayBufferView>(target: A): A;
  readonly subtle: {
    digest(
      algorithm: string | { readonly name: string },
      data: ArrayBufferView | ArrayBuffer,
    ): Promise<ArrayBuffer>;
    importKey(
      format: 'raw',
      data: ArrayBufferView | ArrayBuffer,
      algorithm: { readonly name: 'HMAC'; readonly hash: string | { readonly name: string } },
      extractable: boolean,
      usages: readonly ('sign' | 'verify')[],
    ): Promise<TandemHmacKey>;
    sign(algorithm: 'HMAC', key: TandemHmacKey, data: ArrayBufferView | ArrayBuffer): Promise<ArrayBuffer>;
    verify(
      algorithm: 'HMAC',
      key: TandemHmacKey,
      signature: ArrayBufferView | ArrayBuffer,
      data: ArrayBufferView | ArrayBuffer,
    ): Promise<boolean>;
  };
};

declare class URLSearchParams {
  constructor(init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(visit: (value: string, name: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toString(): string;
}
declare class URL {
  constructor(url: string, base?: string | URL);
  static canParse(url: string, base?: string): boolean;
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
}
