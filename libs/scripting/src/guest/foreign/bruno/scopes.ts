import type { RetainedVariable } from '@tandem/core';

import { createDynamicLookUp } from '../dynamic.js';
import type { ShimParts } from '../shim.js';
import { createChangeRecorder, createRetainedScope, createStoredVariables, type Values } from '../stored.js';
import { toText } from '../text.js';

const token = /\{\{([^}]+)\}\}/g;
const dynamicToken = /\{\{(\$\w+)\}\}/g;

/** How often values are filled in again if they contain tokens. */
const maxPasses = 20;

/** Matches a key of a path: in brackets, with or without quotes, or between dots. */
const keyPattern = /\[(?:'([^']*)'|"([^"]*)"|([^\]]*))\]|([^.[\]]+)/g;

/** The value at a path such as `user.name`, unless a variable has the whole path as its name. */
const getValueAt = (values: Values, path: string): unknown => {
  if (Object.hasOwn(values, path)) return values[path];
  return [...path.matchAll(keyPattern)]
    .map(([, single, double, bare, plain]) => single ?? double ?? bare ?? plain ?? '')
    .filter((key) => key !== '')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Record<string, unknown>)[key]
          : undefined,
      values,
    );
};

const toInterpolatedText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Creates `bru.interpolate`, which fills in tokens as Bruno does. Tokens without a value stay. */
const createInterpolate = (parts: ShimParts, read: () => Values) => {
  const makeValue = createDynamicLookUp(parts);
  const filled = (text: string): string => {
    const values = read();
    let next = text;
    for (let pass = 0; pass < maxPasses; pass++) {
      const before = next;
      next = before
        .replace(dynamicToken, (whole, name: string) => makeValue(name) ?? whole)
        .replace(token, (whole, name: string) => {
          const value = getValueAt(values, name);
          return value === undefined ? whole : toInterpolatedText(value);
        });
      if (next === before) break;
    }
    return next;
  };
  return (given: unknown): unknown => {
    if (typeof given === 'string') return filled(given);
    if (typeof given !== 'object' || given === null) return given;
    return JSON.parse(filled(JSON.stringify(given))) as unknown;
  };
};

const allowedName = /^[\w-.]*$/;

const createInvalidNameError = (name: unknown): Error =>
  new Error(
    `Variable name: "${String(name)}" contains invalid characters! Names must only contain alpha-numeric characters, "-", "_", "."`,
  );

/** Checks the name of a variable to read. Bruno does this only for runtime variables. */
const checkName = (name: unknown): string => {
  if (!allowedName.test(String(name))) throw createInvalidNameError(name);
  return String(name);
};

/** Checks the name of a variable to set. */
const getNameToSet = (what: string, name: unknown, isChecked = true): string => {
  if (name === undefined || name === null || name === '')
    throw new Error(`Creating a${what} without specifying a name is not allowed.`);
  return isChecked ? checkName(name) : toText(name);
};

const { hasOwn, keys } = Object;

/** How scripts read and change the variables of a scope. */
interface Scope {
  readonly values: () => Values;
  /** The values by name, including secrets, which the scope does not list. */
  readonly named?: () => Values;
  readonly set: (name: string, value: unknown) => void;
  readonly remove: (name: string) => void;
  /** Removes everything, including values that the scope does not list. Set if a scope has these. */
  readonly clear?: () => void;
  readonly nameToSet: (name: unknown) => string;
  readonly nameToGet?: (name: unknown) => string;
}

/** Creates the functions of a scope: for `EnvVar`, for example, `getEnvVar` and `getAllEnvVars`. */
const createScopeFunctions = (word: string, scope: Scope, interpolate: (value: unknown) => unknown) => {
  const { values, named = values, nameToGet = String } = scope;
  return {
    [`has${word}`]: (name: unknown) => hasOwn(named(), String(name)),
    [`get${word}`]: (given: unknown) => {
      const name = nameToGet(given);
      return hasOwn(named(), name) ? interpolate(named()[name]) : undefined;
    },
    [`set${word}`]: (name: unknown, value: unknown) => {
      scope.set(scope.nameToSet(name), value);
    },
    [`delete${word}`]: (name: unknown) => {
      if (hasOwn(named(), String(name))) scope.remove(String(name));
    },
    [`getAll${word}s`]: () => ({ ...values() }),
    [`deleteAll${word}s`]: () => {
      if (scope.clear) scope.clear();
      else for (const name of keys(values())) scope.remove(name);
    },
  };
};

/** Adds the values of `secrets`, so that they can be read by name. They are not listed. */
const addHiddenValues = (values: Values, secrets: Values): Values =>
  new Proxy(values, {
    getOwnPropertyDescriptor: (target, key) =>
      Reflect.getOwnPropertyDescriptor(target, key) ?? Reflect.getOwnPropertyDescriptor(secrets, key),
    get: (target, key): unknown =>
      hasOwn(target, key) ? Reflect.get(target, key) : Reflect.get(secrets, key),
  });

const createNameCheck = (what: string, isChecked?: boolean) => (name: unknown) =>
  getNameToSet(what, name, isChecked);

/**
 * Creates the variables of Bruno scripts. The environment is the active environment of Tandem. Runtime, global and collection variables
 * that scripts set stay in memory.
 */
export const createScopes = (parts: ShimParts) => {
  const { about, run, env } = parts;
  const { tell, take, soFar } = createChangeRecorder();
  const { known, withSecrets, write, remove, clear } = createStoredVariables(parts);
  const runtime = createRetainedScope('runtime', {}, about.kept, tell);
  const collection = createRetainedScope('collection', about.collection, about.kept, tell);
  const global = createRetainedScope('global', {}, about.kept, tell);
  const keptIn = { runtime, collection, global };
  const secrets = (): Values => withSecrets(known());
  const merged = (): Values => {
    const { folder, request, processVariables } = about;
    const around = { ...global.values(), ...collection.values(), ...known(), ...folder, ...request };
    const values = { ...around, ...runtime.values(), ...run.row, process: { env: processVariables } };
    return addHiddenValues(values, secrets());
  };
  // Expressions get the other variables by name. They do not get prompts, whose names are not identifiers.
  const interpolate = createInterpolate(parts, () =>
    about.prompts === undefined ? merged() : addHiddenValues(merged(), about.prompts),
  );
  const set = (name: string, value: unknown): void => {
    if (value === undefined) remove(name);
    else write(name, value);
  };
  const environment = { values: known, named: secrets, set, remove, clear };
  const ofScope = (noun: string, scope: Parameters<typeof createScopeFunctions>[1]) =>
    createScopeFunctions(noun, scope, interpolate);
  const from = (values: Values) => (name: unknown) =>
    hasOwn(values, String(name)) ? interpolate(values[String(name)]) : undefined;
  return {
    /** All variables by name, as expressions in Bruno get them. */
    merged,
    interpolate,
    /** Takes the changes of variables in memory since the last call. */
    kept: take,
    /** All changes of variables in memory by the scripts of this execution. */
    keptSoFar: soFar,
    /** Adds the variables that the scripts of another request keep in memory. */
    adopt: (changes: readonly RetainedVariable[]): void => {
      for (const one of changes) {
        if (one.value === undefined) keptIn[one.scope].remove(one.name);
        else keptIn[one.scope].set(one.name, one.value);
      }
    },
    setRuntime: runtime.set,
    functions: {
      interpolate,
      ...ofScope('EnvVar', { ...environment, nameToSet: createNameCheck(' env variable') }),
      ...ofScope('GlobalEnvVar', { ...global, nameToSet: createNameCheck(' env variable', false) }),
      ...ofScope('Var', { ...runtime, nameToSet: createNameCheck(' variable'), nameToGet: checkName }),
      ...ofScope('CollectionVar', { ...collection, nameToSet: createNameCheck(' variable') }),
      getFolderVar: from(about.folder),
      getRequestVar: from(about.request),
      getSecretVar: (name: unknown) =>
        typeof name === 'string' && name !== '' ? env.getSecret(name) : undefined,
    },
  };
};
