/** Properties that JavaScript, JSON and assertions look up in any object. */
const probedNames = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'length',
  '$$typeof',
  'asymmetricMatch',
]);

/** Throws an error that names the call and its replacement. */
export type Refuse = (call: string) => never;

const isCallOf = (key: string, message: string): boolean =>
  message.endsWith(`.${key} is not a function`) || message.endsWith(`"${key}"] is not a function`);

/**
 * Objects whose unknown properties are undefined, so that scripts can check for them, and errors that name the
 * property that a script called or read anyway.
 * @param whatInstead returns the replacement of a known property that is missing here
 */
export const createAbsent = (whatInstead: (call: string) => string | undefined) => {
  let last: string | undefined;
  const missing = (call: string): string =>
    `${call} is not available here: ${whatInstead(call) ?? 'Tandem has nothing that does this'}`;
  const refuse: Refuse = (call) => {
    throw new Error(missing(call));
  };
  return {
    refuse,
    strict: <A extends object>(name: string, known: A): A =>
      new Proxy(known, {
        get: (target, key, self) => {
          const isAbsent = typeof key === 'string' && !(key in target) && !probedNames.has(key);
          if (isAbsent) last = `${name}.${key}`;
          return isAbsent ? undefined : Reflect.get(target, key, self);
        },
      }),
    /** Adds to a script's exception that it used something missing here. */
    explain: (error: unknown): unknown => {
      if (!(error instanceof TypeError) || last === undefined) return error;
      const { message } = error;
      const key = last.slice(last.lastIndexOf('.') + 1);
      if (isCallOf(key, message)) error.message = missing(last);
      else if (
        /^Cannot (?:read|set) properties of undefined/.test(message) &&
        whatInstead(last) !== undefined
      )
        error.message = `${message}. ${missing(last)}`;
      return error;
    },
  };
};
