import type { LibraryName } from '../libraries.js';
import { toText } from '../text.js';

interface WordArray {
  readonly toString: (encoding: unknown) => string;
}

interface Hasher {
  readonly update: (text: unknown) => unknown;
  readonly finalize: () => WordArray;
}

/** The hash functions of crypto-js. */
interface HashLibrary {
  readonly algo: Readonly<Record<string, object>> & {
    readonly HMAC: { readonly create: (algorithm: unknown, key: unknown) => Hasher };
  };
  readonly enc: Readonly<Record<'Hex' | 'Base64' | 'Utf8', { readonly parse: (text: string) => unknown }>>;
}

interface Buffers {
  readonly from: (value: unknown, encoding?: string) => { readonly toString: (encoding: string) => string };
}

type Library = (name: LibraryName) => unknown;

const algorithms: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha224: 'SHA224',
  sha256: 'SHA256',
  sha384: 'SHA384',
  sha512: 'SHA512',
  ripemd160: 'RIPEMD160',
};

const { crypto } = globalThis;

/** Node's module `crypto`, limited to hashes, HMACs and random values, which scripts use. */
export const createNodeCrypto = (library: Library, uuid: () => string) => {
  const hashing = (): HashLibrary => {
    const found = library('crypto-js') as HashLibrary | undefined;
    if (found === undefined)
      throw new Error("require('crypto') has to be written with its name as text, so that it is loaded");
    return found;
  };
  const buffers = (): Buffers => {
    const found = library('buffer') as { readonly Buffer: Buffers } | undefined;
    if (found === undefined) throw new Error("write require('buffer') in the script, so that it is loaded");
    return found.Buffer;
  };
  const wordsOf = (data: unknown, encoding = 'utf8'): unknown => {
    const { enc } = hashing();
    if (typeof data === 'string' && encoding === 'utf8') return enc.Utf8.parse(data);
    const bytes = typeof data === 'string' ? buffers().from(data, encoding) : buffers().from(data);
    return enc.Hex.parse(bytes.toString('hex'));
  };
  const algorithmOf = (given: unknown): object => {
    const name = algorithms[toText(given).toLowerCase().replace('-', '')];
    const found = name === undefined ? undefined : hashing().algo[name];
    if (found === undefined)
      throw new Error(
        `Digest method not supported: ${toText(given)}. Use one of ${Object.keys(algorithms).join(', ')}`,
      );
    return found;
  };
  const over = (hasher: Hasher) => {
    const hash = {
      update: (data: unknown, encoding?: string) => {
        hasher.update(wordsOf(data, encoding));
        return hash;
      },
      digest: (encoding?: string): unknown => {
        const { enc } = hashing();
        const words = hasher.finalize();
        if (encoding === 'hex') return words.toString(enc.Hex);
        const base64 = words.toString(enc.Base64);
        if (encoding === 'base64') return base64;
        if (encoding === 'base64url')
          return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
        return buffers().from(base64, 'base64');
      },
    };
    return hash;
  };
  return {
    createHash: (algorithm: unknown) =>
      over((algorithmOf(algorithm) as { readonly create: () => Hasher }).create()),
    createHmac: (algorithm: unknown, key: unknown) =>
      over(hashing().algo.HMAC.create(algorithmOf(algorithm), wordsOf(key))),
    randomBytes: (size: unknown) => buffers().from(crypto.getRandomValues(new Uint8Array(Number(size)))),
    randomInt: (from: number, to?: number): number => {
      const [low, high] = to === undefined ? [0, from] : [from, to];
      return low + Math.floor(Math.random() * (high - low));
    },
    randomUUID: uuid,
  };
};
