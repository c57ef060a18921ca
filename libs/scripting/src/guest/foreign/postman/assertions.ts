import type { LibraryName } from '../libraries.js';
import { PostmanRequest } from './request.js';
import { PostmanResponse } from './response.js';

type Chai = {
  readonly expect: (value: unknown) => { readonly to: object };
  readonly use: (plugin: unknown) => void;
  readonly util: { readonly eql: (a: unknown, b: unknown) => boolean };
};

/** The module `chai` as our build bundles it: with Postman's assertions, which need a part of Lodash. */
export interface ChaiModule {
  readonly chai: Chai;
  readonly withPostman: (sdk: object, lodash: object, ajv: unknown) => unknown;
}

const parsePath = (path: string): readonly string[] =>
  path
    .replaceAll(/\[(?:'([^']*)'|"([^"]*)"|([^\]]*))\]/g, '.$1$2$3')
    .split('.')
    .filter((one) => one !== '');

const missingValue = Symbol('missing');

const getAtPath = (value: unknown, path: string): unknown =>
  parsePath(path).reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? (node as Record<string, unknown>)[key]
        : missingValue,
    value,
  );

const isPlain = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Creates chai with the assertions about requests and responses. */
export const createAssertions = (library: (name: LibraryName) => unknown): Chai | undefined => {
  const loaded = library('chai') as ChaiModule | undefined;
  if (loaded === undefined) return undefined;
  const { chai, withPostman } = loaded;
  const lodash = {
    isNumber: (value: unknown) => typeof value === 'number',
    isString: (value: unknown) => typeof value === 'string',
    isPlainObject: isPlain,
    isEqual: chai.util.eql,
    has: (value: unknown, path: string) => getAtPath(value, path) !== missingValue,
    get: (value: unknown, path: string) => {
      const found = path in Object(value) ? (value as Record<string, unknown>)[path] : getAtPath(value, path);
      return found === missingValue ? undefined : found;
    },
    forOwn: (value: object, visit: (one: unknown, key: string) => void) => {
      for (const [key, one] of Object.entries(value)) visit(one, key);
    },
  };
  const sdk = {
    Request: { isRequest: (value: unknown) => value instanceof PostmanRequest },
    Response: { isResponse: (value: unknown) => value instanceof PostmanResponse },
  };
  // ajv is loaded when a script first checks a schema.
  const ajv = function (options: unknown): unknown {
    const Ajv = library('ajv') as (new (given: unknown) => object) | undefined;
    if (Ajv === undefined)
      throw new Error('write jsonSchema in the script as it is called, so that ajv is loaded');
    return new Ajv(options);
  };
  chai.use(withPostman(sdk, lodash, ajv));
  const to = {
    get(this: object): object {
      return chai.expect(this).to;
    },
    configurable: true,
  };
  for (const one of [PostmanRequest, PostmanResponse]) Object.defineProperty(one.prototype, 'to', to);
  return chai;
};
