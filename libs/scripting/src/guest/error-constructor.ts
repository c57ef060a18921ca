const { defineProperty, set, setPrototypeOf } = Reflect;

/** The subclasses of Error. */
const errorClasses = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  AggregateError,
];

/** How many frames the engine records for a stack. Tandem's own are removed later. */
const maxFrames = 20;

/**
 * Makes `Error.stackTraceLimit` (V8 stack trace API) ineffective, so that errors always have a location. The script sees only a proxy of
 * the original constructor, from which the engine reads the limit.
 */
export const keepLimit = (): void => {
  const Native = Error;
  Native.stackTraceLimit = maxFrames;
  const seen: { limit: unknown } = { limit: maxFrames };
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
  for (const Kind of errorClasses) setPrototypeOf(Kind, ours);
  defineProperty(globalThis, 'Error', { value: ours, writable: true, configurable: true });
};
