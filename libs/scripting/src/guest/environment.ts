import type { EnvironmentChange, ScriptDiagnostic, ScriptEnvironment, TypedText } from '@tandem/core';

// Taken before a script runs, because scripts can change the globals.
const { parse, stringify } = JSON;

/** Converts a value to its stored form: text, and the type if the value is not text. A value that JSON cannot represent becomes null. */
const toTypedText = (value: unknown): TypedText => {
  if (typeof value === 'string') return { value };
  if (typeof value === 'boolean') return { value: String(value), type: 'boolean' };
  const json: unknown = typeof value === 'bigint' ? String(value) : stringify(value);
  if (typeof json !== 'string' || json === 'null') return { value: 'null', type: 'null' };
  if (typeof value === 'number' || typeof value === 'bigint') return { value: json, type: 'number' };
  const plain: unknown = parse(json);
  // The JSON of such an object is not an object: that of a date, for example, is text.
  return typeof plain === 'object' ? { value: json, type: 'object' } : toTypedText(plain);
};

/** Copies a stored value for a script, so that scripts do not share objects. */
const copyTypedValue = ({ value, type }: TypedText): unknown => {
  if (type === undefined) return value;
  if (type !== 'number') return parse(value) as unknown;
  const number = Number(value);
  // A double cannot represent all digits of a larger integer.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
};

const getName = (name: unknown): string => {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError('the name of a variable must be a non-empty string');
};

/** Tracks which secrets are withheld from scripts, and whether a script asked for one. */
const createWithheld = ({
  names = [],
  why = '',
}: Partial<NonNullable<ScriptEnvironment['withheld']>> = {}) => {
  const withheld = new Set(names);
  let asked: 'not' | 'now' | 'before' = 'not';
  return {
    has: (name: string): boolean => withheld.has(name),
    ask: (): null => {
      if (asked === 'not') asked = 'now';
      return null;
    },
    /** Reports once that a script asked for a withheld secret. */
    diagnostics: (): readonly ScriptDiagnostic[] => {
      if (asked !== 'now') return [];
      asked = 'before';
      return [{ code: 'SCRIPT_NOT_APPROVED', message: why }];
    },
  };
};

/**
 * Creates a script's environment: its values, and the script's changes, which the execution stores later.
 * @param onSecret called with the value of each secret
 */
export const createEnvironment = (initial: ScriptEnvironment, onSecret: (value: string) => void) => {
  const variables = new Map(
    Object.entries(initial.variables).map(([name, value]) => [name, toTypedText(value)] as const),
  );
  const secrets = new Map(Object.entries(initial.secrets));
  const withheld = createWithheld(initial.withheld);
  let changes: EnvironmentChange[] = [];
  for (const value of secrets.values()) onSecret(value);
  const putVariable = (name: string, typed: TypedText): void => {
    variables.set(name, typed);
    changes.push({ kind: 'variable', name, ...typed });
  };
  const putSecret = (name: string, { value }: TypedText): void => {
    secrets.set(name, value);
    onSecret(value);
    changes.push({ kind: 'secret', name, value });
  };
  const read = (name: unknown): unknown => {
    const found = variables.get(getName(name));
    return found && copyTypedValue(found);
  };
  const remove = (name: unknown): void => {
    if (variables.delete(getName(name))) changes.push({ kind: 'variable', name: getName(name), value: null });
  };
  const env = Object.freeze({
    name: initial.name,
    getVariable: (name: unknown) => read(name),
    setVariable: (name: unknown, value: unknown) => putVariable(getName(name), toTypedText(value)),
    unsetVariable: (name: unknown) => remove(name),
    deleteVariable: (name: unknown) => remove(name),
    hasVariable: (name: unknown) => variables.has(getName(name)),
    getSecret: (name: unknown) => {
      const value = secrets.get(getName(name));
      return value === undefined && withheld.has(getName(name)) ? withheld.ask() : value;
    },
    setSecret: (name: unknown, value: unknown) => putSecret(getName(name), toTypedText(value)),
    hasSecret: (name: unknown) => secrets.has(getName(name)) || withheld.has(getName(name)),
    variables: () => Object.fromEntries([...variables].map(([name, typed]) => [name, copyTypedValue(typed)])),
  });
  const make = ({ kind, name, value, type }: EnvironmentChange): void => {
    if (value === null) {
      if (kind === 'variable') remove(name);
    } else if (kind === 'secret') putSecret(name, { value });
    else putVariable(name, type === undefined ? { value } : { value, type });
  };
  return {
    env,
    /** The names of the secrets whose values scripts get. */
    secretNames: () => [...secrets.keys()],
    diagnostics: withheld.diagnostics,
    /** The changes so far, without taking them. */
    changed: (): readonly EnvironmentChange[] => changes,
    /** Applies the changes of an executed request. */
    change: (made: readonly EnvironmentChange[]): void => {
      made.forEach(make);
    },
    /** Takes the changes since the last call of this function. */
    take: (): readonly EnvironmentChange[] => {
      const taken = changes;
      changes = [];
      return taken;
    },
  };
};
