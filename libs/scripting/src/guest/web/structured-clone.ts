type ClonedObjects = Map<object, object>;

const refuse = (value: unknown): never => {
  const error = new TypeError(
    `${typeof value === 'function' ? 'a function' : 'this value'} cannot be cloned`,
  );
  error.name = 'DataCloneError';
  throw error;
};

const fillMap = (from: Map<unknown, unknown>, seen: ClonedObjects): object => {
  const made = new Map<unknown, unknown>();
  seen.set(from, made);
  for (const [key, value] of [...from]) made.set(cloneValue(key, seen), cloneValue(value, seen));
  return made;
};

const fillSet = (from: Set<unknown>, seen: ClonedObjects): object => {
  const made = new Set<unknown>();
  seen.set(from, made);
  for (const value of [...from]) made.add(cloneValue(value, seen));
  return made;
};

const fillObject = (from: object, made: object, seen: ClonedObjects): object => {
  seen.set(from, made);
  for (const key of Object.keys(from)) {
    const value = cloneValue((from as Record<string, unknown>)[key], seen);
    Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return made;
};

const errorKinds: readonly ErrorConstructor[] = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

const copyError = (from: Error): Error => {
  const Kind = errorKinds.find(({ name }) => name === from.name) ?? Error;
  const made = new Kind(from.message);
  if (from.stack !== undefined) made.stack = from.stack;
  return made;
};

const copyView = (from: ArrayBufferView, seen: ClonedObjects): object => {
  const buffer = cloneValue(from.buffer, seen) as ArrayBuffer;
  const Kind = Object.getPrototypeOf(from) as { constructor: new (...args: unknown[]) => object };
  const length = from instanceof DataView ? from.byteLength : (from as Uint8Array).length;
  return new Kind.constructor(buffer, from.byteOffset, length);
};

const cloneLeaf = (value: object): object | undefined => {
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof Error) return copyError(value);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return Object(value.valueOf()) as object;
  return undefined;
};

const copyObject = (value: object, seen: ClonedObjects): object => {
  const known = seen.get(value) ?? cloneLeaf(value);
  if (known) {
    seen.set(value, known);
    return known;
  }
  if (value instanceof Map) return fillMap(value, seen);
  if (value instanceof Set) return fillSet(value, seen);
  if (ArrayBuffer.isView(value)) return copyView(value, seen);
  if (value instanceof WeakMap || value instanceof WeakSet || value instanceof Promise) refuse(value);
  return fillObject(value, Array.isArray(value) ? new Array(value.length) : {}, seen);
};

const cloneValue = (value: unknown, seen: ClonedObjects): unknown => {
  if (typeof value === 'function' || typeof value === 'symbol') return refuse(value);
  return typeof value === 'object' && value !== null ? copyObject(value, seen) : value;
};

/** Copies a value deeply (https://html.spec.whatwg.org/#structured-cloning). The `transfer` option is not supported. */
export const structuredClone = (value: unknown): unknown => cloneValue(value, new Map());
