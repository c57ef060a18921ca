/** A header or cookie in Bruno's lists. */
export interface Property {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

type Visit<A> = (item: Property, index: number, all: readonly Property[]) => A;

const bindVisitor = <F extends (...args: never[]) => unknown>(visit: F, context: unknown): F =>
  context === undefined ? visit : (visit.bind(context) as F);

/** Compares two keys. */
type SameKey = (one: unknown, other: unknown) => boolean;

/** Creates the methods that read a list of Bruno. Of two items with the same key, the later one counts. */
export const createListReaders = <P extends Property>(
  all: () => readonly P[],
  isSame: SameKey = (one, other) => one === other,
) => {
  const one = (name: unknown): P | undefined => all().findLast(({ key }) => isSame(key, name));
  return {
    one,
    all: (): readonly P[] => [...all()],
    get: (name: unknown): unknown => one(name)?.value,
    count: () => all().length,
    has: (name: unknown, value?: unknown): boolean =>
      all().some((item) => isSame(item.key, name) && (value === undefined || item.value === value)),
    find: (visit: Visit<boolean>, context?: unknown) => all().find(bindVisitor(visit, context)),
    filter: (visit: Visit<boolean>, context?: unknown) => all().filter(bindVisitor(visit, context)),
    each: (visit: Visit<unknown>, context?: unknown): void => {
      all().forEach(bindVisitor(visit, context));
    },
    map: (visit: Visit<unknown>, context?: unknown) => all().map(bindVisitor(visit, context)),
    reduce: (
      visit: (sum: unknown, item: Property, index: number) => unknown,
      ...rest: readonly unknown[]
    ) => {
      const each = bindVisitor(visit, rest[1]);
      return rest.length > 0
        ? all().reduce<unknown>(each, rest[0])
        : (all() as readonly unknown[]).reduce(
            each as (sum: unknown, item: unknown, index: number) => unknown,
          );
    },
    toJSON: (): readonly P[] => [...all()],
  };
};

/** Headers by name. The case of names matters. */
export type Headers = Record<string, unknown>;

type Item = { readonly key?: unknown; readonly value?: unknown };

const isSameName: SameKey = (one, other) =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;

const parseHeaderLine = (line: string): Item | null => {
  const at = line.indexOf(':');
  return at < 0 ? null : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
};

const toItem = (given: unknown, value: unknown): Item | null => {
  if (typeof given !== 'string') return typeof given === 'object' ? given : null;
  return value === undefined ? parseHeaderLine(given) : { key: given, value };
};

const isItem = (item: Item | null): item is { readonly key: string; readonly value?: unknown } =>
  typeof item?.key === 'string' && item.key !== '';

const createHeaderReaders = (headers: () => Headers, disabled: () => readonly Property[] = () => []) => {
  const list = (): readonly Property[] => [
    ...disabled(),
    ...Object.entries(headers()).map(([key, value]) => ({ key, value })),
  ];
  const listed = (excludesDisabled: unknown): readonly Property[] =>
    excludesDisabled ? list().filter((one) => one.disabled !== true) : list();
  const read = createListReaders(list, isSameName);
  return {
    ...read,
    has: (given: unknown, value?: unknown): boolean =>
      typeof given === 'object' && given !== null ? read.has((given as Item).key) : read.has(given, value),
    indexOf: (given: unknown): number =>
      list().findIndex(({ key, value }) =>
        typeof given === 'string'
          ? isSameName(key, given)
          : isSameName(key, (given as Item | null)?.key) && value === (given as Item).value,
      ),
    toObject: (excludesDisabled?: unknown, keepsCase: unknown = true): Headers =>
      Object.fromEntries(
        listed(excludesDisabled).map(({ key, value }) => [
          keepsCase === false ? key.toLowerCase() : key,
          value,
        ]),
      ),
    toString: (): string =>
      listed(true)
        .map(({ key, value }) => `${key}: ${String(value)}\n`)
        .join(''),
  };
};

/** Creates `res.headerList`. */
export const readHeaderList = (headers: Headers) => {
  const refused = (): never => {
    throw new Error('HeaderList is read-only (response headers cannot be modified)');
  };
  const writers = ['add', 'upsert', 'remove', 'clear', 'populate', 'repopulate', 'assimilate'] as const;
  return {
    ...createHeaderReaders(() => headers),
    ...(Object.fromEntries(writers.map((name) => [name, refused])) as Record<
      (typeof writers)[number],
      () => never
    >),
  };
};

const toHeaderLines = (given: unknown): readonly unknown[] =>
  typeof given === 'string'
    ? given.split(/\r?\n/).filter((line) => line.trim() !== '')
    : Array.isArray(given)
      ? given
      : [];

interface DisabledRow {
  readonly name: string;
  readonly value: string;
}

/** Lists the headers after the disabled ones, which are never sent. */
const createHeaderRows = (headers: () => Headers, disabledRows: readonly DisabledRow[]) => {
  let disabled: readonly Property[] = disabledRows.map(({ name, value }) => ({
    key: name,
    value,
    disabled: true,
  }));
  const dropDisabled = (name: unknown): void => {
    disabled = disabled.filter(({ key }) => !isSameName(key, name));
  };
  const drop = (name: unknown): void => {
    for (const key of Object.keys(headers()))
      if (isSameName(key, name)) Reflect.deleteProperty(headers(), key);
  };
  return {
    read: createHeaderReaders(headers, () => disabled),
    isEnabled: (name: unknown): boolean => Object.keys(headers()).some((key) => isSameName(key, name)),
    drop,
    dropBoth: (name: unknown): void => {
      drop(name);
      dropDisabled(name);
    },
    remove: (one: Property): void => {
      (one.disabled === true ? dropDisabled : drop)(one.key);
    },
    clear: (): void => {
      Object.keys(headers()).forEach(drop);
      disabled = [];
    },
  };
};

/**
 * Creates `req.headerList`, with which scripts change the headers.
 * @param disabledRows the disabled headers of the request and its folders
 */
export const writeHeaderList = (headers: () => Headers, disabledRows: readonly DisabledRow[]) => {
  const { read, isEnabled, drop, dropBoth, remove, clear } = createHeaderRows(headers, disabledRows);
  const upsert = (given: unknown, value?: unknown): boolean | null => {
    const item = typeof given === 'string' ? { key: given, value } : (given as Item | null);
    if (!isItem(item)) return null;
    const existed = isEnabled(item.key);
    drop(item.key);
    headers()[item.key] = item.value;
    return !existed;
  };
  const add = (given: unknown, value?: unknown): void => {
    upsert(toItem(given, value));
  };
  const populate = (given: unknown): void => {
    for (const one of toHeaderLines(given)) {
      const item = toItem(one, undefined);
      if (isItem(item) && !read.has(item.key)) add(item);
    }
  };
  return {
    ...read,
    upsert,
    add,
    clear,
    populate,
    remove: (given: unknown, context?: unknown): void => {
      if (typeof given === 'function')
        read.filter(given as (item: Property) => boolean, context).forEach(remove);
      else dropBoth(typeof given === 'string' ? given : (given as Item | null)?.key);
    },
    repopulate: (given: unknown): void => {
      clear();
      populate(given);
    },
    assimilate: (given: unknown, prunes?: unknown): void => {
      const items = (
        Array.isArray(given) ? given : ((given as { readonly all?: () => unknown } | null)?.all?.() ?? [])
      ) as readonly Item[];
      items.forEach((item) => add(item));
      if (!prunes || items.length === 0) return;
      read.all().forEach((one) => {
        if (!items.some((item) => isSameName(item.key, one.key))) remove(one);
      });
    },
  };
};
