import { findLibrary, getLibraryModule, type LibraryName, listRequirableNames } from '../libraries.js';
import type { ShimParts } from '../shim.js';
import { toText } from '../text.js';
import type { AjvModule, Chai } from './chai.js';
import { createJwt, type CryptoJs } from './jwt.js';
import { refuse } from './refusals.js';
import type { BrunoSender } from './send-request.js';

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

/** Creates Node's module `crypto`, limited to what scripts use: hashes, HMACs and random values. */
const createNodeCrypto = (library: Library, uuid: () => string) => {
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

const alphabet = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict';
const { floor, random } = Math;

const createNanoid = (size: unknown = 21): string =>
  Array.from({ length: Number(size) }, () => alphabet.charAt(floor(random() * alphabet.length))).join('');

/**
 * Creates `path` with only `resolve`, which needs the workspace's folder. Its other functions are in a library that is loaded if a script
 * mentions one.
 */
const createPathModule = (cwd: string) => ({
  resolve: (...parts: readonly unknown[]): string => {
    const from = parts
      .map(String)
      .reduce((sofar, one) => (one.startsWith('/') ? one : `${sofar}/${one}`), cwd);
    const kept: string[] = [];
    for (const one of from.split('/')) {
      if (one === '..') kept.pop();
      else if (one !== '' && one !== '.') kept.push(one);
    }
    return `/${kept.join('/')}`;
  },
});

/** Creates the modules that scripts can require. Some of them are globals too. */
export const createModules = (
  { library, about, now, uuid }: ShimParts,
  chai: Chai | undefined,
  axios: BrunoSender['axios'],
) => {
  const cryptoJs = () => (library('crypto-js') ?? refuse('jsonwebtoken')) as CryptoJs;
  const jwt = createJwt(cryptoJs, now);
  const ajv = library('ajv-8') as AjvModule | undefined;
  const path = {
    ...(getLibraryModule(library('node'), 'path') as object | undefined),
    ...createPathModule(about.cwd),
  };
  const FormData: unknown = axios?.defaults.env?.FormData;
  const own: Readonly<Record<string, unknown>> = {
    path,
    nanoid: { nanoid: createNanoid },
    jsonwebtoken: jwt,
    crypto: createNodeCrypto(library, uuid),
    ...(axios === undefined ? {} : { axios, 'form-data': FormData }),
    btoa: globalThis.btoa,
    atob: globalThis.atob,
    ...(chai === undefined ? {} : { chai }),
    ...(ajv === undefined ? {} : { ajv: ajv.Ajv, 'ajv-formats': ajv.addFormats }),
  };
  const require = (given: unknown): unknown => {
    const name = toText(given).replace(/^node:/, '');
    if (Object.hasOwn(own, name)) return own[name];
    const known = findLibrary('bruno', name);
    if (known === undefined) {
      const names = [...new Set([...listRequirableNames('bruno'), ...Object.keys(own)])].sort().join(', ');
      throw new Error(`require('${name}') is not available here: use one of ${names}`);
    }
    const found = getLibraryModule(library(known), name);
    if (found === undefined)
      throw new Error(`require('${name}') has to be written with its name as text, so that it is loaded`);
    return found;
  };
  return {
    require,
    globals: {
      expect: chai?.expect,
      assert: chai?.assert,
      moment: library('moment'),
      Buffer: (library('buffer') as { readonly Buffer: unknown } | undefined)?.Buffer,
      tv4: library('tv4'),
      Ajv: ajv?.Ajv,
      addFormats: ajv?.addFormats,
      uuid: library('uuid'),
      nanoid: { nanoid: createNanoid },
      path,
      jwt,
      axios,
      FormData,
    },
  };
};
