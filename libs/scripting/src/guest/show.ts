const maxDepth = 4;
const maxItems = 100;

const quoted = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;

const list = (items: readonly string[], [open, close]: readonly [string, string]): string => {
  if (items.length === 0) return open + close;
  const inner = items.join(', ');
  return open === '[' ? `[ ${inner} ]` : `${open} ${inner} ${close}`;
};

const cut = <A>(items: readonly A[], one: (item: A) => string): string[] => [
  ...items.slice(0, maxItems).map(one),
  ...(items.length > maxItems ? [`... ${items.length - maxItems} more`] : []),
];

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key));

const objectText = (value: object, depth: number, seen: readonly object[]): string => {
  if (seen.includes(value)) return '[Circular]';
  const next = [...seen, value];
  const inner = (item: unknown) => text(item, depth + 1, next);
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (depth > maxDepth) return Array.isArray(value) ? '[Array]' : '[Object]';
  if (Array.isArray(value)) return list(cut(value as unknown[], inner), ['[', ']']);
  if (value instanceof Map) {
    return `Map(${value.size}) ${list(
      cut([...value], ([k, v]) => `${inner(k)} => ${inner(v)}`),
      ['{', '}'],
    )}`;
  }
  if (value instanceof Set) return `Set(${value.size}) ${list(cut([...value], inner), ['{', '}'])}`;
  const name = (Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null)?.constructor
    ?.name;
  const prefix = typeof name === 'string' && name !== 'Object' && name !== '' ? `${name} ` : '';
  const entries = Object.keys(value).map((key) => [key, (value as Record<string, unknown>)[key]] as const);
  return (
    prefix +
    list(
      cut(entries, ([key, item]) => `${keyText(key)}: ${inner(item)}`),
      ['{', '}'],
    )
  );
};

const text = (value: unknown, depth: number, seen: readonly object[]): string => {
  switch (typeof value) {
    case 'string':
      return depth === 0 ? value : quoted(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return String(value);
    case 'function':
      return `[Function ${value.name === '' ? '(anonymous)' : value.name}]`;
    case 'object':
      return value === null ? 'null' : objectText(value, depth, seen);
    default:
      return String(value);
  }
};

/** A value as a person reads it; strings stand bare at the top. A value that cannot be read says so. */
export const show = (value: unknown): string => {
  try {
    return text(value, 0, []);
  } catch {
    return '[unreadable]';
  }
};

/** The same, with strings in quotes: for messages that compare. */
export const showQuoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : show(value);
