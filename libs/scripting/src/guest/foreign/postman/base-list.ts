/** An entry of a Postman list: a header, a query parameter, a variable. */
interface KeyedItem {
  readonly key: string;
  readonly value: unknown;
}

type Visit<E, R> = (entry: E, index: number, all: readonly E[]) => R;

/** A script's function, or a lodash shorthand instead: properties to match, or a property's name. */
const toListRule = <E extends KeyedItem>(given: unknown, context: unknown): Visit<E, unknown> => {
  if (typeof given === 'function') return bindVisitor(given as Visit<E, unknown>, context);
  if (typeof given === 'object' && given !== null)
    return (entry) => Object.entries(given).every(([key, value]) => entry[key as keyof E] === value);
  return (entry) => entry[String(given) as keyof E];
};

const bindVisitor = <F extends (...args: never[]) => unknown>(visit: F, context: unknown): F =>
  context === undefined ? visit : (visit.bind(context) as F);

/**
 * The read methods of Postman's PropertyList (postmanlabs/postman-collection), for entries with a key and a value.
 */
export class BaseList<E extends KeyedItem> {
  protected entries: readonly E[];

  constructor(entries: readonly E[]) {
    this.entries = entries;
  }

  protected isKey(entry: E, key: unknown): boolean {
    return entry.key === String(key);
  }

  /** Whether an entry matches a name, an entry or a function. */
  protected matching(which: unknown): (entry: E) => boolean {
    if (typeof which === 'function') return (entry) => Boolean((which as (one: E) => unknown)(entry));
    const key: unknown =
      typeof which === 'object' && which !== null ? (which as Partial<KeyedItem>).key : which;
    return (entry) => entry === which || (typeof key === 'string' && this.isKey(entry, key));
  }

  get members(): readonly E[] {
    return this.entries;
  }

  /** The last entry with a key. */
  one(key: unknown): E | undefined {
    return this.entries.findLast((entry) => this.isKey(entry, key));
  }

  get(key: unknown): E['value'] | undefined {
    return this.one(key)?.value;
  }

  has(which: unknown, value?: unknown): boolean {
    const found = this.entries.filter(this.matching(which));
    return value === undefined ? found.length > 0 : found.some((entry) => entry.value === value);
  }

  all(): E[] {
    return [...this.entries];
  }

  each(visit: Visit<E, unknown>, context?: unknown): void {
    this.entries.forEach(bindVisitor(visit, context));
  }

  forEach(visit: Visit<E, unknown>): void {
    this.entries.forEach(visit);
  }

  map<R>(visit: Visit<E, R>, context?: unknown): R[] {
    return this.entries.map(bindVisitor(visit, context));
  }

  filter(rule: unknown, context?: unknown): E[] {
    return this.entries.filter(toListRule<E>(rule, context));
  }

  find(rule: unknown, context?: unknown): E | undefined {
    return this.entries.find(toListRule<E>(rule, context));
  }

  reduce<R>(visit: (sofar: R, entry: E, index: number) => R, ...rest: readonly [R, unknown?]): R {
    return this.entries.reduce(bindVisitor(visit, rest[1]), rest[0]);
  }

  count(): number {
    return this.entries.length;
  }

  idx(index: number): E | undefined {
    return this.entries[index];
  }

  indexOf(which: unknown): number {
    return this.entries.findIndex(this.matching(which));
  }

  toJSON(): E[] {
    return this.all();
  }

  toString(): string {
    return this.entries.map(({ key, value }) => `${key}=${String(value)}`).join('&');
  }

  [Symbol.iterator](): IterableIterator<E> {
    return this.entries.values();
  }
}
