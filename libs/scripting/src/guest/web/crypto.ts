import { fromBase64, toBase64 } from './web.js';

/** A hash or HMAC (RFC 2104) that the host is to compute. */
export interface ComputeRequest {
  readonly hash: string;
  /** The key in base64. Missing for a hash. */
  readonly key?: string;
  /** The data in Base64. */
  readonly data: string;
}

/**
 * The functions of the host: random bytes, which are returned at once, and computations with a number, whose results arrive through
 * `settle`.
 */
export interface CryptoHostFunctions {
  /** Returns this many random bytes. */
  readonly random: (bytes: number) => ArrayBuffer;
  readonly compute: (id: number, request: string) => void;
}

const hashes: readonly string[] = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
const maxBytes = 16 * 1024 * 1024;
const maxRandomBytes = 65_536;
const { stringify } = JSON;

const toAlgorithmName = (value: unknown): string => {
  const name: unknown = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  return String(name).toUpperCase();
};

const getHash = (value: unknown): string => {
  const name = toAlgorithmName(value);
  if (hashes.includes(name)) return name;
  throw new TypeError(`the hash ${name} is not supported; use one of ${hashes.join(', ')}`);
};

const toBytes = (data: unknown): Uint8Array => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError('crypto takes bytes; use new TextEncoder().encode(text) for text');
};

interface HmacKey {
  readonly type: 'secret';
  readonly extractable: boolean;
  readonly algorithm: { readonly name: 'HMAC'; readonly hash: { readonly name: string } };
  readonly usages: readonly unknown[];
}

type Keys = WeakMap<object, { readonly hash: string; readonly key: string }>;
type Ask = (request: Omit<ComputeRequest, 'data'>, data: unknown) => Promise<ArrayBuffer>;

/** Creates a function that sends data to the host and waits for the result. At most 16 MiB of a script may be on the way. */
const createAsk = (compute: CryptoHostFunctions['compute']) => {
  const waiting = new Map<number, readonly [(bytes: ArrayBuffer) => void, number]>();
  let lastId = 0;
  let underWay = 0;
  const ask: Ask = (request, data) =>
    new Promise((resolve) => {
      const bytes = toBytes(data);
      if (underWay + bytes.length > maxBytes) throw new RangeError('crypto takes at most 16 MiB at a time');
      underWay += bytes.length;
      lastId += 1;
      waiting.set(lastId, [resolve, bytes.length]);
      compute(lastId, stringify({ ...request, data: toBase64(bytes) }));
    });
  const settle = (id: number, base64: string): void => {
    const found = waiting.get(id);
    waiting.delete(id);
    if (!found) return;
    underWay -= found[1];
    found[0](fromBase64(base64).buffer as ArrayBuffer);
  };
  return { ask, settle, isQuiet: (): boolean => waiting.size === 0 };
};

const isEqualBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  let different = 0;
  for (let i = 0; i < a.length; i++) different |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return different === 0;
};

const createSubtle = (ask: Ask) => {
  const keys: Keys = new WeakMap();
  const importKey = (
    format: unknown,
    data: unknown,
    algorithm: { readonly name?: unknown; readonly hash?: unknown },
    extractable: unknown,
    usages: readonly unknown[],
  ): HmacKey => {
    if (format !== 'raw' || toAlgorithmName(algorithm) !== 'HMAC')
      throw new TypeError("crypto.subtle.importKey() takes 'raw' keys for HMAC");
    const hash = getHash(algorithm.hash);
    const key = Object.freeze<HmacKey>({
      type: 'secret',
      extractable: Boolean(extractable),
      algorithm: { name: 'HMAC', hash: { name: hash } },
      usages: Object.freeze([...usages]),
    });
    keys.set(key, { hash, key: toBase64(toBytes(data)) });
    return key;
  };
  const code = async (
    usage: 'sign' | 'verify',
    algorithm: unknown,
    key: object,
    data: unknown,
  ): Promise<ArrayBuffer> => {
    const held = keys.get(key);
    if (toAlgorithmName(algorithm) !== 'HMAC' || !held)
      throw new TypeError('crypto.subtle signs with HMAC and its keys');
    if (!(key as HmacKey).usages.includes(usage)) {
      const error = new TypeError(`the key was not imported to ${usage}; add it to its usages`);
      error.name = 'InvalidAccessError';
      throw error;
    }
    return ask(held, data);
  };
  return Object.freeze({
    digest: async (algorithm: unknown, data: unknown) => ask({ hash: getHash(algorithm) }, data),
    importKey: async (...args: Parameters<typeof importKey>) => Promise.resolve(importKey(...args)),
    sign: async (algorithm: unknown, key: object, data: unknown) => code('sign', algorithm, key, data),
    verify: async (algorithm: unknown, key: object, signature: unknown, data: unknown) =>
      isEqualBytes(new Uint8Array(await code('verify', algorithm, key, data)), toBytes(signature)),
  });
};

/** How many random bytes are fetched from the host at once. Fetching blocks the script, so larger blocks are better. */
const randomBlock = 4_096;

/** Fills arrays with the next random bytes. */
const createFill = (random: CryptoHostFunctions['random']) => {
  let block = new Uint8Array();
  let used = 0;
  return (target: Uint8Array): void => {
    for (let filled = 0; filled < target.length;) {
      const wanted = target.length - filled;
      if (used >= block.length) {
        block = new Uint8Array(random(wanted > randomBlock ? wanted : randomBlock));
        used = 0;
      }
      const part = block.subarray(used, used + wanted);
      target.set(part, filled);
      used += part.length;
      filled += part.length;
    }
  };
};

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const formatUuid = (hex: string): string => {
  const variant = ((parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  const digits = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Creates the part of Web Crypto that scripts have: random values, hashes and HMAC (https://www.w3.org/TR/webcrypto-2/). */
export const createCrypto = ({ random, compute }: CryptoHostFunctions) => {
  const { ask, settle, isQuiet } = createAsk(compute);
  const fill = createFill(random);
  const getRandomValues = <A>(target: A): A => {
    if (!ArrayBuffer.isView(target) || target instanceof Float32Array || target instanceof Float64Array)
      throw new TypeError('crypto.getRandomValues() takes an array of integers');
    const bytes = toBytes(target);
    if (bytes.length > maxRandomBytes)
      throw new RangeError(`crypto.getRandomValues() fills ${maxRandomBytes} bytes at most`);
    fill(bytes);
    return target;
  };
  const crypto = Object.freeze({
    getRandomValues,
    randomUUID: () => {
      const bytes = new Uint8Array(16);
      fill(bytes);
      return formatUuid(toHex(bytes));
    },
    subtle: createSubtle(ask),
  });
  return { crypto, settle, isQuiet };
};
