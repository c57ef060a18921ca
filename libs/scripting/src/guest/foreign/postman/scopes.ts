import type { RetainedVariable } from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

import { createDynamicLookUp } from '../dynamic.js';
import type { ShimParts } from '../shim.js';
import {
  copyThroughJson,
  createChangeRecorder,
  createRetainedScope,
  createStoredVariables,
  type Values,
} from '../stored.js';
import { toText } from '../text.js';
import { VariableList } from './property-list.js';

/** The functions by which a scope reads and writes its variables. */
interface ScopeBackend {
  readonly read: () => Values;
  readonly write: (name: string, value: unknown) => void;
  readonly remove: (name: string) => void;
  /** The variables of the scope itself, set if `read` returns those of other scopes too. */
  readonly own?: () => Values;
  /** Removes everything, including values that the scope does not list. Set if a scope has these. */
  readonly clear?: () => void;
}

type Replace = (template: unknown) => unknown;

const { hasOwn, keys } = Object;
const { stringify } = JSON;

const isSameJson = (a: unknown, b: unknown): boolean => a === b || stringify(a) === stringify(b);

const template = /\{\{([^{}]*?)\}\}/g;

/** How often values are filled in again if they contain templates, as in Postman. */
const maxPasses = 20;

/** Creates Postman's list of the variables in a scope. A script may change the list. */
const createVariableList = ({ read, own = read, write, remove }: ScopeBackend): VariableList =>
  new VariableList(
    Object.entries(own()).map(([key, value]) => ({ type: 'any', value, key })),
    write,
    remove,
  );

/**
 * Creates a function that fills in the templates in strings, also inside other values.
 * @param isLenient keep a dynamic variable that cannot be made, rather than throw
 */
const createReplacer = (read: () => Values, parts: ShimParts, isLenient = false): Replace => {
  const makeValue = createDynamicLookUp(parts);
  const lookUp = (name: string): string | undefined => {
    const values = read();
    // Like Postman, sends undefined as null.
    if (hasOwn(values, name)) return toText(values[name] ?? null);
    const made = makeValue(name);
    if (made === undefined && !isLenient && name.startsWith('$random'))
      throw new Error(`{{${name}}} is not available here: use one of ${dynamicNames.join(', ')}`);
    return made;
  };
  const filled = (text: string): string => {
    let next = text;
    for (let pass = 0; pass < maxPasses; pass++) {
      const before = next;
      next = before.replace(template, (whole, name: string) => lookUp(name.trim()) ?? whole);
      if (next === before) break;
    }
    return next;
  };
  const replaceIn: Replace = (value) => {
    if (typeof value === 'string') return filled(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(replaceIn);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceIn(one)]));
  };
  return replaceIn;
};

const createScope = (backing: ScopeBackend, parts: ShimParts, name?: string) => {
  const { read, own = read, write, remove } = backing;
  const clear = (): void => {
    for (const one of keys(own())) remove(one);
  };
  return {
    ...(name === undefined ? {} : { name }),
    get: (one: unknown): unknown => {
      const values = read();
      return hasOwn(values, String(one)) ? values[String(one)] : undefined;
    },
    has: (one: unknown): boolean => hasOwn(read(), String(one)),
    set: (one: unknown, value: unknown): void => {
      write(String(one), value);
    },
    unset: (one: unknown): void => {
      remove(String(one));
    },
    clear: backing.clear ?? clear,
    toObject: (): Values => ({ ...read() }),
    toJSON: () => ({ values: createVariableList(backing) }),
    get values(): VariableList {
      return createVariableList(backing);
    },
    replaceIn: createReplacer(read, parts),
  };
};

export type Scope = ReturnType<typeof createScope>;

/** Creates the local variables. They exist during this execution, and in a run until the end of the iteration. */
const createLocals = ({ run, about }: ShimParts, tell: (change: RetainedVariable) => void) => {
  const isInRun = run.id !== null;
  const before = about.kept.filter(({ scope }) => isInRun && scope === 'runtime');
  const values: Record<string, unknown> = {};
  const tellRun = (change: Omit<RetainedVariable, 'scope'>): void => {
    if (isInRun) tell({ scope: 'runtime', overridesRow: true, ...change });
  };
  for (const { name, value } of before) {
    if (value === undefined) Reflect.deleteProperty(values, name);
    else values[name] = value;
  }
  return {
    values,
    write: (name: string, value: unknown): void => {
      values[name] = value;
      tellRun({ name, value: copyThroughJson(value) });
    },
    remove: (name: string): void => {
      Reflect.deleteProperty(values, name);
      tellRun({ name });
    },
    set: (): Values => ({ ...values }),
  };
};

/** Removes from an environment's variables those that are still the globals of its base. */
const dropGlobals = (values: Values, globals: Values, touched: ReadonlySet<string>): Values => {
  const isGlobal = (name: string): boolean =>
    hasOwn(globals, name) && !touched.has(name) && isSameJson(values[name], globals[name]);
  return keys(globals).some(isGlobal)
    ? Object.fromEntries(Object.entries(values).filter(([name]) => !isGlobal(name)))
    : values;
};

/** Tracks the variables of the environment, and which of them the script has changed. */
const createEnvironmentValues = (parts: ShimParts) => {
  const { env, about } = parts;
  const { known: allKnown, withSecrets, ...stored } = createStoredVariables(parts);
  const touched = new Set<string>();
  const known = (): Values => dropGlobals(allKnown(), about.globals, touched);
  // In an environment named Globals, a person expects its own variables to be the environment (`holdsGlobals` of the core).
  const shown = /^globals$/i.test(env.name ?? '') ? allKnown : known;
  const write = (name: string, value: unknown): void => {
    touched.add(name);
    stored.write(name, value);
  };
  const remove = (name: string): void => {
    touched.add(name);
    stored.remove(name);
  };
  const clear = (): void => {
    for (const name of keys(shown())) touched.add(name);
    stored.clear();
  };
  return { touched, known, shown, withSecrets, write, remove, clear };
};

/** The variables of a folder that stand for secrets of the environment, which only the folder may see. */
const createReferences = (
  own: () => Values,
  { env }: Pick<ShimParts, 'env'>,
  withSecrets: (values: Values) => Values,
) => {
  const findSecret = (name: string): string | undefined => {
    const { [name]: value } = own();
    const [, secret] = typeof value === 'string' ? (/^\{\{([^{}]+)\}\}$/.exec(value) ?? []) : [];
    return secret !== undefined && env.hasSecret(secret) ? secret : undefined;
  };
  /** Gives these variables the values of their secrets, which can be read by name, but are not listed. */
  const resolve = (values: Record<string, unknown>): Values => {
    const secrets = withSecrets({});
    const written = own();
    for (const name of keys(written)) {
      const secret = values[name] === written[name] ? findSecret(name) : undefined;
      if (secret === undefined) continue;
      Object.defineProperty(values, name, { value: secrets[secret], enumerable: false, configurable: true });
    }
    return withSecrets(values);
  };
  return { findSecret, resolve };
};

/**
 * Creates the variables of Postman scripts. The environment is the active environment of Tandem. Globals and collection variables that
 * scripts set stay in memory.
 */
export const createScopes = (parts: ShimParts) => {
  const { env, run, about } = parts;
  const { touched, known, shown, withSecrets, write, remove, clear } = createEnvironmentValues(parts);
  const { tell, take } = createChangeRecorder();
  const collection = createRetainedScope(
    'collection',
    { ...about.collection, ...about.folder },
    about.kept,
    tell,
  );
  const references = createReferences(collection.values, parts, withSecrets);
  const globals = createRetainedScope('global', about.globals, about.kept, tell);
  const { values: locals, set, ...local } = createLocals(parts, tell);
  const row = (): Values => run.row ?? {};
  /** The variables that a data row overrides, as in Postman, even if scripts have set them in the environment. */
  const rowOver = (): Values =>
    Object.fromEntries(Object.entries(row()).filter(([name]) => touched.has(name)));
  const merged = (): Values =>
    references.resolve({ ...globals.values(), ...collection.values(), ...known(), ...row(), ...locals });
  const nothing = (): void => undefined;
  const keptScope = ({ values, set: put, remove: drop }: ReturnType<typeof createRetainedScope>): Scope =>
    createScope({ read: values, write: put, remove: drop }, parts);
  /**
   * Says whether a secret belongs to the collection. The environment stores these, unless a variable of the collection or environment has
   * the name.
   */
  const isSecretOfCollection = (name: string): boolean =>
    !hasOwn(collection.values(), name) && env.hasSecret(name) && !env.hasVariable(name);
  return {
    environment: createScope(
      { read: () => withSecrets(shown()), write, remove, clear },
      parts,
      env.name ?? '',
    ),
    globals: keptScope(globals),
    collectionVariables: createScope(
      {
        read: () => references.resolve({ ...collection.values() }),
        own: collection.values,
        write: (name, value) => {
          const secret = references.findSecret(name) ?? (isSecretOfCollection(name) ? name : undefined);
          if (secret === undefined) collection.set(name, value);
          else write(secret, value);
        },
        remove: (name) => (isSecretOfCollection(name) ? remove(name) : collection.remove(name)),
      },
      parts,
    ),
    iterationData: createScope({ read: row, write: nothing, remove: nothing }, parts),
    variables: createScope({ read: merged, own: () => locals, ...local }, parts),
    /**
     * Fills in a text with the values with which a request was sent. Keeps dynamic variables if no script uses the library that makes them.
     */
    fillIn: createReplacer(merged, parts, true),
    /** The local variables that scripts have set. */
    locals: (): Values => ({ ...rowOver(), ...set() }),
    kept: take,
  };
};
