const { defineProperty, set, setPrototypeOf } = Reflect;

/** Kinds of errors, which inherit from Error. */
const kinds = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError];

/** How many frames the engine keeps of each stack; those of ours among them are left out later. */
const mostFrames = 20;

/**
 * Lets a script set `Error.stackTraceLimit` (see V8's stack trace API) without an effect: the engine reads it from its
 * own constructor, which the script gets to see through a proxy alone, and each error keeps its place.
 */
export const keepLimit = (): void => {
  const Native = Error;
  Native.stackTraceLimit = mostFrames;
  const seen: { limit: unknown } = { limit: mostFrames };
  const ours: ErrorConstructor = new Proxy(Native, {
    get: (target, key) => (key === 'stackTraceLimit' ? seen.limit : Reflect.get(target, key)) as unknown,
    set: (target, key, value) => {
      if (key !== 'stackTraceLimit') return set(target, key, value);
      seen.limit = value;
      return true;
    },
    defineProperty: (target, key, to) => (key === 'stackTraceLimit' ? true : defineProperty(target, key, to)),
    deleteProperty: (target, key) => (key === 'stackTraceLimit' ? true : Reflect.deleteProperty(target, key)),
    preventExtensions: () => false,
    setPrototypeOf: () => false,
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args, made === ours ? target : made) as object,
  });
  defineProperty(Native.prototype, 'constructor', { value: ours, writable: true, configurable: true });
  for (const Kind of kinds) setPrototypeOf(Kind, ours);
  defineProperty(globalThis, 'Error', { value: ours, writable: true, configurable: true });
};
