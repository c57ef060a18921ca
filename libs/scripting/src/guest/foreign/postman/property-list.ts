import { textOf } from '../text.js';

/** An entry of a list: a header, a query parameter or a field of a form. */
export interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}

type Given = Partial<Entry> | string;
type Visit<R> = (entry: Entry, index: number, all: readonly Entry[]) => R;

const entryOf = (given: Given, more: unknown): Entry => {
  if (typeof given === 'string') {
    // `Name: value` or `name=value`, unless the value is given beside it.
    const at = more === undefined ? given.search(/[:=]/) : -1;
    return at < 0
      ? { key: given, value: more === undefined ? '' : textOf(more) }
      : { key: given.slice(0, at).trim(), value: given.slice(at + 1).trim() };
  }
  const { key = '', value = '' } = given as { readonly key?: unknown; readonly value?: unknown };
  return { ...given, key: textOf(key), value: value === null ? '' : textOf(value) };
};

/** Postman's PropertyList (postmanlabs/postman-collection), for entries with a key and a value. */
export class PropertyList {
  #entries: Entry[];
  readonly #ignoresCase: boolean;

  constructor(entries: readonly Given[] = [], ignoresCase = false) {
    this.#entries = entries.map((one) => entryOf(one, undefined));
    this.#ignoresCase = ignoresCase;
  }

  #isKey(entry: Entry, key: unknown): boolean {
    const wanted = String(key);
    return this.#ignoresCase ? entry.key.toLowerCase() === wanted.toLowerCase() : entry.key === wanted;
  }

  get members(): readonly Entry[] {
    return this.#entries;
  }

  add(given: Given | null | undefined, more?: unknown): void {
    if (given != null) this.#entries.push(entryOf(given, more));
  }

  append(given: Given): void {
    this.add(given);
  }

  insert(given: Given): void {
    this.add(given);
  }

  prepend(given: Given): void {
    this.#entries.unshift(entryOf(given, undefined));
  }

  upsert(given: Given): boolean {
    const entry = entryOf(given, undefined);
    const found = this.one(entry.key);
    if (found === undefined) this.#entries.push(entry);
    else Object.assign(found, entry);
    return found === undefined;
  }

  remove(which: unknown): void {
    const isGone: (entry: Entry) => unknown =
      typeof which === 'function'
        ? (which as (entry: Entry) => unknown)
        : (entry) => entry === which || (typeof which === 'string' && this.#isKey(entry, which));
    this.#entries = this.#entries.filter((entry) => !isGone(entry));
  }

  clear(): void {
    this.#entries = [];
  }

  populate(given: readonly Given[] | Given): void {
    const list =
      typeof given === 'string'
        ? given.split('&')
        : Array.isArray(given)
          ? (given as Given[])
          : [given as Given];
    for (const one of list) this.add(one);
  }

  repopulate(given: readonly Given[]): void {
    this.clear();
    this.populate(given);
  }

  assimilate(given: readonly Entry[] | PropertyList): void {
    for (const one of given instanceof PropertyList ? given.all() : given) this.upsert(one);
  }

  /** The last entry of a key. */
  one(key: unknown): Entry | undefined {
    return this.#entries.findLast((entry) => this.#isKey(entry, key));
  }

  get(key: unknown): string | undefined {
    return this.one(key)?.value;
  }

  has(which: unknown, value?: unknown): boolean {
    const found = this.#entries.filter((entry) => entry === which || this.#isKey(entry, which));
    return value === undefined ? found.length > 0 : found.some((entry) => entry.value === value);
  }

  all(): Entry[] {
    return [...this.#entries];
  }

  each(visit: Visit<unknown>): void {
    this.#entries.forEach(visit);
  }

  map<R>(visit: Visit<R>): R[] {
    return this.#entries.map(visit);
  }

  filter(visit: Visit<unknown>): Entry[] {
    return this.#entries.filter(visit);
  }

  find(visit: Visit<unknown>): Entry | undefined {
    return this.#entries.find(visit);
  }

  reduce<R>(visit: (sofar: R, entry: Entry) => R, start: R): R {
    return this.#entries.reduce(visit, start);
  }

  count(): number {
    return this.#entries.length;
  }

  idx(index: number): Entry | undefined {
    return this.#entries[index];
  }

  indexOf(which: unknown): number {
    return this.#entries.findIndex((entry) => entry === which || this.#isKey(entry, which));
  }

  toObject(excludeDisabled = false, caseSensitive = true): Record<string, string> {
    const named = this.#entries.filter(({ disabled }) => !excludeDisabled || disabled !== true);
    return Object.fromEntries(
      named.map(({ key, value }) => [this.#ignoresCase && !caseSensitive ? key.toLowerCase() : key, value]),
    );
  }

  /** The enabled entries as pairs. */
  toPairs(): [string, string][] {
    return this.#entries.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]);
  }

  toJSON(): Entry[] {
    return this.all();
  }

  toString(): string {
    const between = this.#ignoresCase ? ': ' : '=';
    return this.toPairs()
      .map((pair) => pair.join(between))
      .join(this.#ignoresCase ? '\n' : '&');
  }

  [Symbol.iterator](): IterableIterator<Entry> {
    return this.#entries.values();
  }
}
Object.defineProperty(PropertyList, 'name', { value: 'PropertyList' });
