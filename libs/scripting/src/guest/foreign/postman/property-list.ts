import type { ScriptFormField } from '@tandem/core';

import { toText } from '../text.js';

/** An entry of a Postman list: a header, a query parameter, a variable. */
interface KeyedItem {
  readonly key: string;
  readonly value: unknown;
}

type Visit<E, R> = (entry: E, index: number, all: readonly E[]) => R;

/**
 * Converts what a script passes to a method of a list: a function, or a lodash shorthand, which is an object of properties or the name of
 * one.
 */
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
class BaseList<E extends KeyedItem> {
  protected entries: readonly E[];

  constructor(entries: readonly E[]) {
    this.entries = entries;
  }

  protected isKey(entry: E, key: unknown): boolean {
    return entry.key === String(key);
  }

  /** Creates a predicate from a name, an entry or a function. */
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

/** A list entry: a header, a query parameter or a form field. */
export interface Entry {
  disabled?: boolean;
  key: string;
  value: string;
  /** The type of a form part: `text`, or `file` with the path as `src`. */
  type?: unknown;
  contentType?: unknown;
  src?: unknown;
}

type EntryInput = Partial<Entry> | string;

const toEntry = (given: EntryInput, more: unknown): Entry => {
  if (typeof given === 'string') {
    // `Name: value` or `name=value`, unless the value is a separate argument.
    const at = more === undefined ? given.search(/[:=]/) : -1;
    return at < 0
      ? { key: given, value: more === undefined ? '' : toText(more) }
      : { key: given.slice(0, at).trim(), value: given.slice(at + 1).trim() };
  }
  const { key = '', value = '' } = given as { readonly key?: unknown; readonly value?: unknown };
  return { ...given, key: toText(key), value: value === null ? '' : toText(value) };
};

/** Creates the functions of entries. `between` is the text between a key and its value. */
const createEntryFunctions = (between: string): object => ({
  toString(this: Entry): string {
    return `${this.key}${between}${this.value}`;
  },
  valueOf(this: Entry): string {
    return this.value;
  },
  update(this: Entry, given: EntryInput): void {
    Object.assign(this, toEntry(given, undefined));
  },
});

const headerFunctions = createEntryFunctions(': ');
const pairFunctions = createEntryFunctions('=');

/** Postman's PropertyList (postmanlabs/postman-collection), for entries with a key and a value. */
export class PropertyList extends BaseList<Entry> {
  readonly #ignoresCase: boolean;

  constructor(entries: readonly EntryInput[] = [], ignoresCase = false) {
    super([]);
    this.#ignoresCase = ignoresCase;
    this.entries = entries.map((one) => this.#made(one));
  }

  #made(given: EntryInput, more?: unknown): Entry {
    return Object.setPrototypeOf(
      toEntry(given, more),
      this.#ignoresCase ? headerFunctions : pairFunctions,
    ) as Entry;
  }

  protected override isKey(entry: Entry, key: unknown): boolean {
    const wanted = String(key);
    return this.#ignoresCase ? entry.key.toLowerCase() === wanted.toLowerCase() : entry.key === wanted;
  }

  add(given: EntryInput | null | undefined, more?: unknown): void {
    if (given != null) this.entries = [...this.entries, this.#made(given, more)];
  }

  append(given: EntryInput): void {
    this.add(given);
  }

  /** Inserts an entry before another one, or at the end. */
  insert(given: EntryInput, before?: unknown): void {
    const index = before === undefined ? -1 : this.indexOf(before);
    this.entries = this.entries.toSpliced(index < 0 ? this.entries.length : index, 0, this.#made(given));
  }

  insertAfter(given: EntryInput, after?: unknown): void {
    const index = after === undefined ? -1 : this.indexOf(after);
    this.entries = this.entries.toSpliced(index < 0 ? this.entries.length : index + 1, 0, this.#made(given));
  }

  prepend(given: EntryInput): void {
    this.entries = [this.#made(given), ...this.entries];
  }

  upsert(given: EntryInput): boolean {
    const entry = this.#made(given);
    const found = this.one(entry.key);
    if (found === undefined) this.entries = [...this.entries, entry];
    else Object.assign(found, entry);
    return found === undefined;
  }

  remove(which: unknown): void {
    const isGone = this.matching(which);
    this.entries = this.entries.filter((entry) => !isGone(entry));
  }

  clear(): void {
    this.entries = [];
  }

  populate(given: readonly EntryInput[] | EntryInput): void {
    const list =
      typeof given === 'string'
        ? given.split('&')
        : Array.isArray(given)
          ? (given as EntryInput[])
          : [given as EntryInput];
    for (const one of list) this.add(one);
  }

  repopulate(given: readonly EntryInput[]): void {
    this.clear();
    this.populate(given);
  }

  assimilate(given: readonly Entry[] | PropertyList): void {
    for (const one of given instanceof PropertyList ? given.all() : given) this.upsert(one);
  }

  toObject(excludeDisabled = false, caseSensitive = false): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const { key, value, disabled } of this.entries) {
      if (excludeDisabled && disabled === true) continue;
      const name = this.#ignoresCase && !caseSensitive ? key.toLowerCase() : key;
      const before = Object.hasOwn(found, name) ? [found[name]].flat() : [];
      found[name] = before.length === 0 ? value : [...before, value];
    }
    return found;
  }

  /** The enabled entries, as pairs. */
  toPairs(): [string, string][] {
    return this.entries.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]);
  }

  /** The enabled entries, as fields of a form. */
  toFields(): ScriptFormField[] {
    return this.entries
      .filter(({ disabled }) => disabled !== true)
      .map(({ key, value, type, src, contentType }) => ({
        ...{ name: key, value: type === 'file' ? toText(src) : value },
        ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
      }));
  }

  /** The length of the entries as text; of headers, as they are sent. */
  contentSize(): number {
    return this.toString().length;
  }

  override toString(): string {
    return this.#ignoresCase
      ? this.toPairs()
          .map((pair) => `${pair.join(': ')}\r\n`)
          .join('')
      : this.toPairs()
          .map((pair) => pair.join('='))
          .join('&');
  }
}
Object.defineProperty(PropertyList, 'name', { value: 'PropertyList' });

/** A variable of a scope. */
export interface VariableEntry {
  readonly type?: string;
  readonly value: unknown;
  readonly key: string;
}

type VariableInput = Partial<VariableEntry> & { readonly id?: unknown };

const getVariableKey = ({ key, id }: VariableInput): string => toText(key ?? id ?? '');

/** The `values` of a scope (postmanlabs/postman-collection, VariableList). Changing it changes the scope. */
export class VariableList extends BaseList<VariableEntry> {
  readonly #write: (name: string, value: unknown) => void;
  readonly #drop: (name: string) => void;

  constructor(
    entries: readonly VariableEntry[],
    write: (name: string, value: unknown) => void,
    drop: (name: string) => void,
  ) {
    super(entries);
    this.#write = write;
    this.#drop = drop;
  }

  add(given: VariableInput | null | undefined): void {
    if (given != null) this.upsert(given);
  }

  append(given: VariableInput): void {
    this.upsert(given);
  }

  upsert(given: VariableInput): boolean {
    const key = getVariableKey(given);
    const found = this.one(key);
    const { type = found?.type ?? 'any', value } = given;
    if (found === undefined) this.entries = [...this.entries, { type, value, key }];
    else Object.assign(found, { type, value });
    this.#write(key, given.value);
    return found === undefined;
  }

  remove(which: unknown): void {
    const isGone = this.matching(which);
    for (const { key } of this.entries.filter(isGone)) this.#drop(key);
    this.entries = this.entries.filter((one) => !isGone(one));
  }

  clear(): void {
    this.remove(() => true);
  }

  populate(given: readonly VariableInput[]): void {
    for (const one of given) this.add(one);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.entries.map(({ key, value }) => [key, value]));
  }
}
Object.defineProperty(VariableList, 'name', { value: 'PropertyList' });
