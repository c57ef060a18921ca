import { findLibrary, getLibraryModule, listRequirableNames } from '../libraries.js';
import type { ShimParts } from '../shim.js';
import { toText } from '../text.js';
import type { AjvModule, Chai } from './chai.js';
import { createJwt, type CryptoJs } from './jwt.js';
import { createNodeCrypto } from './node-crypto.js';
import { refuse } from './refusals.js';
import type { BrunoSender } from './send-request.js';

const alphabet = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict';
const { floor, random } = Math;

const createNanoid = (size: unknown = 21): string =>
  Array.from({ length: Number(size) }, () => alphabet.charAt(floor(random() * alphabet.length))).join('');

/** `path.resolve`, which needs the workspace folder. Other functions are loaded if a script names them. */
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

/** The modules for scripts, including those that are also globals. */
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
