import type { LibraryName } from '../libraries.js';

interface Assertion {
  readonly _obj: unknown;
  readonly assert: (holds: boolean, message: string, negated: string) => void;
}

interface ChaiPlugin {
  readonly Assertion: {
    readonly addProperty: (name: string, get: (this: Assertion) => void) => void;
    readonly addMethod: (name: string, method: (this: Assertion, ...args: never[]) => void) => void;
  };
}

/** The parts of chai that the shim uses. */
export interface Chai {
  readonly expect: (value: unknown, message?: string) => object;
  readonly assert: unknown;
  readonly use: (
    plugin: (chai: ChaiPlugin, utils: { readonly eql: (a: unknown, b: unknown) => boolean }) => void,
  ) => void;
}

type Ajv = new (options: object) => {
  readonly compile: (schema: unknown) => ((value: unknown) => boolean) & { readonly errors?: unknown };
};

/** The module `ajv-8` as our build bundles it. */
export interface AjvModule {
  readonly Ajv: Ajv;
  readonly addFormats: (ajv: unknown) => unknown;
}

type Library = (name: LibraryName) => unknown;

const isJson = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]');

const keyPattern = /\[(?:'((?:\\'|[^'])*)'|"((?:\\"|[^"])*)"|([^\]]*))\]|[^.[]+/g;

const parseKeyPath = (path: string): readonly string[] =>
  [...path.matchAll(keyPattern)].map(([whole, single, double, bare]) => {
    if (single !== undefined) return single.replaceAll("\\'", "'");
    return double === undefined ? (bare ?? whole) : double.replaceAll('\\"', '"');
  });

const findAtPath = (value: unknown, path: string): readonly [unknown] | undefined => {
  let node = value;
  for (const one of parseKeyPath(path)) {
    if (node === null || node === undefined || !Object.hasOwn(Object(node) as object, one)) return undefined;
    node = (node as Record<string, unknown>)[one];
  }
  return [node];
};

const draft7 = /^http:\/\/json-schema\.org\/draft-07\/schema#?$/;

/** Compiles a schema. Its errors begin with the words of Bruno, which scripts look for. */
const compileSchema = (library: Library, schema: unknown, options: object) => {
  const loaded = library('ajv-8') as AjvModule | undefined;
  if (loaded === undefined)
    throw new Error('write jsonSchema in the script as it is called, so that ajv is loaded');
  const ajv = new loaded.Ajv({ allErrors: true, ...options });
  loaded.addFormats(ajv);
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new Error(`JSON schema compile error: ${(error as Error).message}`, { cause: error });
  }
};

const startsOrEnds: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  startWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  endWith: (text, part) => text.endsWith(part),
};

/** Adds the assertions of chai-string that scripts use. */
const addStartsAndEnds = (Assertion: Pick<ChaiPlugin['Assertion'], 'addMethod'>): void => {
  for (const [name, holds] of Object.entries(startsOrEnds))
    Assertion.addMethod(name, function (part: unknown) {
      const { _obj: text } = this;
      const what = `#{this} to ${name.replace(/W/, ' w')} '${String(part)}'`;
      const isSo = typeof text === 'string' && typeof part === 'string' && holds(text, part);
      this.assert(isSo, `expected ${what}`, `expected not ${what}`);
    });
};

const addJsonBody = (
  Assertion: Pick<ChaiPlugin['Assertion'], 'addMethod'>,
  eql: (a: unknown, b: unknown) => boolean,
): void => {
  Assertion.addMethod('jsonBody', function (...args: readonly unknown[]) {
    const [first, wanted] = args;
    const value = this._obj;
    if (args.length === 0)
      this.assert(
        isJson(value),
        'expected value to be a JSON body (object or array)',
        'expected value not to be a JSON body',
      );
    else if (args.length === 1 && typeof first === 'object' && first !== null)
      this.assert(
        eql(value, first),
        'expected body to deeply equal given object',
        'expected body to not deeply equal given object',
      );
    else {
      const path = String(first);
      const there = findAtPath(value, path);
      const equal = args.length === 1 ? '' : ' equal to given value';
      this.assert(
        there !== undefined && (args.length === 1 || eql(there[0], wanted)),
        `expected body to have nested property '${path}'${equal}`,
        `expected body to not have nested property '${path}'${equal}`,
      );
    }
  });
};

/** Creates chai with the assertions that Bruno adds. Undefined if no script mentions it. */
export const createChai = (library: Library): Chai | undefined => {
  const loaded = library('chai') as { readonly chai: Chai } | undefined;
  if (loaded === undefined) return undefined;
  loaded.chai.use(({ Assertion }, { eql }) => {
    Assertion.addProperty('json', function () {
      this.assert(isJson(this._obj), 'expected #{this} to be JSON', 'expected #{this} not to be JSON');
    });
    Assertion.addMethod(
      'jsonSchema',
      function (schema: { readonly $schema?: string } | undefined, options: object = {}) {
        const version = schema?.$schema;
        if (version !== undefined && !draft7.test(version))
          throw new Error(
            `Unsupported JSON Schema version: "${version}". Use draft 7, or remove the property $schema.`,
          );
        const validate = compileSchema(library, schema, options);
        const holds = validate(this._obj);
        const why = JSON.stringify(validate.errors ?? 'none');
        this.assert(
          holds,
          `expected #{this} to match JSON schema, validation errors: ${why}`,
          'expected #{this} to not match JSON schema',
        );
      },
    );
    addStartsAndEnds(Assertion);
    addJsonBody(Assertion, eql);
  });
  return loaded.chai;
};
