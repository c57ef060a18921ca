import { Asymmetric } from './equals.js';
import { GuestHeaders } from '../web/headers.js';

const maxDepth = 4;
const maxItems = 100;

const quote = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;

const joinItems = (items: readonly string[], [open, close]: readonly [string, string]): string => {
  if (items.length === 0) return open + close;
  const inner = items.join(', ');
  return open === '[' ? `[ ${inner} ]` : `${open} ${inner} ${close}`;
};

const cutText = <A>(items: readonly A[], one: (item: A) => string): string[] => [
  ...items.slice(0, maxItems).map(one),
  ...(items.length > maxItems ? [`... ${items.length - maxItems} more`] : []),
];

const getProperty = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

const getTag = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

const formatKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

type Inner = (item: unknown) => string;

const braces = ['{', '}'] as const;

const formatError = (value: Error, inner: Inner): string => {
  const said = value.stack ?? `${value.name}: ${value.message}`;
  if (value.name === 'ExpectationError') return said;
  const keys = Object.keys(value).filter((key) => key !== 'name' && key !== 'message' && key !== 'stack');
  const more = keys.map((key) => `${formatKey(key)}: ${inner(getProperty(value, key))}`);
  for (const key of ['cause', 'errors'] as const)
    if (Object.hasOwn(value, key) && !keys.includes(key))
      more.push(`[${key}]: ${inner(getProperty(value, key))}`);
  return more.length === 0 ? said : `${said} ${joinItems(more, braces)}`;
};

const formatPairs = (name: string, pairs: Iterable<readonly [string, string]>): string =>
  `${name} ${joinItems(
    cutText([...pairs], ([key, item]) => `${formatKey(key)}: ${quote(item)}`),
    braces,
  )}`;

/** Formats an object that is read by methods rather than fields. Undefined for other objects. */
const formatWebObject = (value: object): string | undefined => {
  if (value instanceof Asymmetric) return value.toString();
  if (value instanceof GuestHeaders) return formatPairs('Headers', value);
  const tag = getTag(value);
  if (tag === 'URL') return `URL { href: ${quote((value as URL).href)} }`;
  if (tag === 'URLSearchParams') return formatPairs(tag, value as Iterable<[string, string]>);
  return undefined;
};

/** Formats a built-in object. Returns undefined for lists, collections and objects that are not built in. */
const formatBuiltIn = (value: object, inner: Inner): string | undefined => {
  if (value instanceof Error) return formatError(value, inner);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return `[${getTag(value)}: ${inner(value.valueOf())}]`;
  if (value instanceof ArrayBuffer || value instanceof DataView)
    return `${getTag(value)} { byteLength: ${value.byteLength} }`;
  return undefined;
};

const listText = (value: readonly unknown[], inner: Inner): string => {
  const shown = value.slice(0, maxItems);
  const items = Array.from(shown, (item, index) => (index in shown ? inner(item) : '<empty>'));
  if (value.length > maxItems) items.push(`... ${value.length - maxItems} more`);
  return joinItems(items, ['[', ']']);
};

const formatCollection = (value: object, inner: Inner): string | undefined => {
  if (Array.isArray(value)) return listText(value as unknown[], inner);
  if (value instanceof Map) {
    const items = cutText([...value], ([k, v]) => `${inner(k)} => ${inner(v)}`);
    return `Map(${value.size}) ${joinItems(items, braces)}`;
  }
  if (value instanceof Set) return `Set(${value.size}) ${joinItems(cutText([...value], inner), braces)}`;
  if (ArrayBuffer.isView(value)) {
    const numbers = value as Uint8Array;
    return `${getTag(value)}(${numbers.length}) ${listText(Array.prototype.slice.call(numbers, 0, maxItems + 1), inner)}`;
  }
  return undefined;
};

const getName = (value: object): string => {
  const name = (Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null)?.constructor
    ?.name;
  if (typeof name === 'string' && name !== 'Object' && name !== '') return `${name} `;
  const tag = getTag(value);
  return tag === 'Object' || tag === 'Arguments' ? '' : `${tag} `;
};

const formatFields = (value: object, inner: Inner): string => {
  const field = (key: string): string => {
    try {
      return inner(getProperty(value, key));
    } catch {
      return '[unreadable]';
    }
  };
  const fields = cutText(Object.keys(value), (key) => `${formatKey(key)}: ${field(key)}`);
  return getName(value) + joinItems(fields, braces);
};

const formatObject = (value: object, depth: number, seen: readonly object[]): string => {
  if (seen.includes(value)) return '[Circular]';
  const inner: Inner = (item) => formatValue(item, depth + 1, [...seen, value]);
  const whole = formatWebObject(value) ?? formatBuiltIn(value, inner);
  if (whole !== undefined) return whole;
  if (depth > maxDepth) return Array.isArray(value) ? '[Array]' : '[Object]';
  return formatCollection(value, inner) ?? formatFields(value, inner);
};

const formatValue = (value: unknown, depth: number, seen: readonly object[]): string => {
  switch (typeof value) {
    case 'string':
      return depth === 0 ? value : quote(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return String(value);
    case 'function':
      return `[Function ${value.name === '' ? '(anonymous)' : value.name}]`;
    case 'object':
      return value === null ? 'null' : formatObject(value, depth, seen);
    default:
      return String(value);
  }
};

/** Formats a value as text. A string has quotes only inside another value. Marks values that cannot be read. */
export const show = (value: unknown): string => {
  try {
    return formatValue(value, 0, []);
  } catch {
    return '[unreadable]';
  }
};

const isError = (value: unknown): value is Error => {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
};

/** Formats a value for a message that compares values: strings have quotes, and errors no stacks. */
export const showQuoted = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  return isError(value) ? `[${show(value.name)}: ${show(value.message)}]` : show(value);
};
