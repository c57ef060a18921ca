/** An asymmetric matcher, such as `expect.any(Number)`. */
export abstract class Asymmetric {
  abstract matches(value: unknown): boolean;
  abstract toString(): string;
}

/** `loose` ignores undefined fields and classes, `strict` does not. `subset` ignores additional fields. */
type Mode = 'loose' | 'strict' | 'subset';

type ComparedPairs = readonly (readonly [object, object])[];
type Fields = Readonly<Record<PropertyKey, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const listEnumerableKeys = (value: object): PropertyKey[] =>
  Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));

const getProperty = (value: object, key: PropertyKey): unknown => (value as Fields)[key];

const getTag = (value: object): string => Object.prototype.toString.call(value);

/** Whether an object has the property itself or inherits it from a class other than `Object`. */
const hasField = (value: object, key: PropertyKey): boolean => {
  for (
    let one: unknown = value;
    isObject(one) && one !== Object.prototype;
    one = Object.getPrototypeOf(one)
  ) {
    if (Object.hasOwn(one, key)) return true;
  }
  return false;
};

const hasEqualFields = (a: object, b: object, mode: Mode, seen: ComparedPairs): boolean => {
  const counts = (value: object) =>
    listEnumerableKeys(value).filter(
      (key) =>
        mode === 'strict' ||
        (getProperty(value, key) !== undefined && !(getProperty(value, key) instanceof Asymmetric)),
    );
  const keys = new Set([...counts(a), ...counts(b)]);
  const patterns = [...listEnumerableKeys(a), ...listEnumerableKeys(b)].filter(
    (key) => getProperty(a, key) instanceof Asymmetric || getProperty(b, key) instanceof Asymmetric,
  );
  return [...keys, ...patterns].every(
    (key) =>
      (mode !== 'strict' || (Object.hasOwn(a, key) && Object.hasOwn(b, key))) &&
      isEqual(getProperty(a, key), getProperty(b, key), mode, seen),
  );
};

const isEqualSet = (a: Set<unknown>, b: Set<unknown>, mode: Mode, seen: ComparedPairs): boolean =>
  a.size === b.size &&
  [...a].every((item) => b.has(item) || [...b].some((other) => isEqual(item, other, mode, seen)));

const isEqualMap = (
  a: Map<unknown, unknown>,
  b: Map<unknown, unknown>,
  mode: Mode,
  seen: ComparedPairs,
): boolean =>
  a.size === b.size &&
  [...a].every(
    ([key, value]) =>
      (b.has(key) && isEqual(value, b.get(key), mode, seen)) ||
      [...b].some(([k, v]) => isEqual(key, k, mode, seen) && isEqual(value, v, mode, seen)),
  );

/** The href of a URL, which has no fields to compare. Undefined for other objects. */
const getHref = (url: object): unknown => (url as { readonly href?: unknown }).href;

const isEqualValue = (a: object, b: object): boolean | undefined => {
  if (a instanceof Error && b instanceof Error) return a.message === b.message;
  if (getTag(a) !== getTag(b)) return false;
  // Two invalid dates are not equal, as in Jest.
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof RegExp && b instanceof RegExp) return a.source === b.source && a.flags === b.flags;
  if (a instanceof Number || a instanceof String || a instanceof Boolean)
    return Object.is(a.valueOf(), b.valueOf());
  if (getTag(a) === '[object URL]') return getHref(a) === getHref(b);
  return undefined;
};

const isSameClass = (a: object, b: object): boolean =>
  (Array.isArray(a) && Array.isArray(b)) || getProperty(a, 'constructor') === getProperty(b, 'constructor');

const hasSubset = (a: unknown, b: object, seen: ComparedPairs): boolean =>
  listEnumerableKeys(b).every(
    (key) =>
      isObject(a) && hasField(a, key) && isEqual(getProperty(a, key), getProperty(b, key), 'subset', seen),
  );

/** Whether `subset` compares the fields of an object one by one. Others are compared as a whole. */
const isOpen = (value: object): boolean =>
  !(
    Array.isArray(value) ||
    value instanceof Error ||
    value instanceof Date ||
    value instanceof Set ||
    value instanceof Map
  );

const isEqualObject = (a: object, b: object, mode: Mode, seen: ComparedPairs): boolean => {
  if (mode === 'strict' && !isSameClass(a, b)) return false;
  const known = isEqualValue(a, b);
  if (known !== undefined) return known;
  const earlier = seen.find(([x, y]) => x === a || y === b);
  if (earlier) return earlier[0] === a && earlier[1] === b;
  const next: ComparedPairs = [...seen, [a, b]];
  if (a instanceof Set && b instanceof Set) return isEqualSet(a, b, mode, next);
  if (a instanceof Map && b instanceof Map) return isEqualMap(a, b, mode, next);
  if (mode === 'strict' && Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  return hasEqualFields(a, b, mode, next);
};

const isEqual = (a: unknown, b: unknown, mode: Mode, seen: ComparedPairs): boolean => {
  if (b instanceof Asymmetric) return b.matches(a);
  if (a instanceof Asymmetric) return a.matches(b);
  if (mode === 'subset' && isObject(b) && isOpen(b) && !seen.some(([, y]) => y === b)) {
    return hasSubset(a, b, isObject(a) ? [...seen, [a, b]] : seen);
  }
  if (Object.is(a, b)) return true;
  return isObject(a) && isObject(b) && isEqualObject(a, b, mode, seen);
};

/** Jest's recursive equality: ignores undefined fields and classes. */
export const isLooselyEqual = (a: unknown, b: unknown): boolean => isEqual(a, b, 'loose', []);

/** Jest's strict equality: undefined fields, holes and classes count. */
export const isStrictlyEqual = (a: unknown, b: unknown): boolean => isEqual(a, b, 'strict', []);

/** Whether `a` contains everything that `b` contains, at every depth. Arrays are compared item by item. */
export const isSubset = (a: unknown, b: unknown): boolean => isEqual(a, b, 'subset', []);
