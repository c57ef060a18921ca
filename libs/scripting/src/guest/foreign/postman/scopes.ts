import type { ShimParts } from '../shim.js';
import { dynamicVariables } from '../dynamic.js';
import { createStored, type Values } from '../stored.js';
import { textOf } from '../text.js';

/** How a scope reads and writes. */
interface Backing {
  readonly read: () => Values;
  readonly write: (name: string, value: unknown) => void;
  readonly remove: (name: string) => void;
}

type Replace = (template: unknown) => unknown;

const { hasOwn, keys } = Object;

const template = /\{\{([^{}]*?)\}\}/g;

/** How often values that contain templates are filled in, as in Postman. */
const mostPasses = 20;

const scopeOver = ({ read, write, remove }: Backing, replaceIn: Replace, name?: string) => ({
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
  clear: (): void => {
    for (const one of keys(read())) remove(one);
  },
  toObject: (): Values => ({ ...read() }),
  toJSON: () => ({ values: Object.entries(read()).map(([key, value]) => ({ key, value, type: 'any' })) }),
  replaceIn,
});

export type Scope = ReturnType<typeof scopeOver>;

/** Fills in templates, in texts and in what contains them. */
const replacing = (read: () => Values, { now, uuid }: ShimParts): Replace => {
  const dynamic = dynamicVariables(now, uuid);
  const lookUp = (name: string): string | undefined => {
    const values = read();
    if (hasOwn(values, name)) return textOf(values[name]);
    if (hasOwn(dynamic, name)) return dynamic[name]?.();
    if (name.startsWith('$random'))
      throw new Error(`{{${name}}} is not available here: use one of ${keys(dynamic).join(', ')}`);
    return undefined;
  };
  const filled = (text: string): string => {
    let next = text;
    for (let pass = 0; pass < mostPasses; pass++) {
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

/** The variables of the collection, without those that a script has unset. */
const collectionOf = ({ about }: ShimParts, { write, remove }: Pick<Backing, 'write' | 'remove'>) => {
  const unset = new Set<string>();
  const collection = { ...about.collection, ...about.folder };
  return {
    inherited: (): Values =>
      Object.fromEntries(Object.entries(collection).filter(([name]) => !unset.has(name))),
    write: (name: string, value: unknown): void => {
      unset.delete(name);
      write(name, value);
    },
    remove: (name: string): void => {
      unset.add(name);
      remove(name);
    },
  };
};

/** What only this execution has. */
const createLocals = () => {
  const values: Record<string, unknown> = {};
  return {
    values,
    write: (name: string, value: unknown): void => {
      values[name] = value;
    },
    remove: (name: string): void => {
      Reflect.deleteProperty(values, name);
    },
    asText: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, textOf(value)]],
        ),
      ),
  };
};

/**
 * The variables of Postman. Its environment is the active one here. What scripts set as a global or as a variable of the
 * collection is kept in the environment too, because there is no other place that scripts may write to.
 */
export const createScopes = (parts: ShimParts) => {
  const { env, run } = parts;
  const { known, withSecrets, ...stored } = createStored(parts);
  const { inherited, ...ofCollection } = collectionOf(parts, stored);
  const { values: locals, asText, ...local } = createLocals();
  const row = (): Values => run.row ?? {};
  const merged = (): Values => withSecrets({ ...inherited(), ...known(), ...row(), ...locals });
  const replaceIn = replacing(merged, parts);
  const nothing = (): void => undefined;
  return {
    environment: scopeOver({ read: () => withSecrets(known()), ...stored }, replaceIn, env.name ?? ''),
    globals: scopeOver({ read: () => withSecrets(known()), ...stored }, replaceIn),
    collectionVariables: scopeOver(
      { read: () => withSecrets({ ...inherited(), ...known() }), ...ofCollection },
      replaceIn,
    ),
    iterationData: scopeOver({ read: row, write: nothing, remove: nothing }, replaceIn),
    variables: scopeOver({ read: merged, ...local }, replaceIn),
    /** The local variables as text. */
    locals: asText,
  };
};
