import type { ScriptFormField } from '@tandem/core';

import { toText } from '../text.js';
import { BaseList } from './base-list.js';

/** A list entry: a header, a query parameter or a form field. */
export interface Entry {
  disabled?: boolean;
  key: string;
  value: string;
  /** For a form part: `text`, or `file` with the path as `src`. */
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

/** The methods of entries, by how a key and its value are written. */
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

const ofHeaders = createEntryFunctions(': ');
const ofPairs = createEntryFunctions('=');

/** Postman's PropertyList (postmanlabs/postman-collection), for entries with a key and a value. */
export class PropertyList extends BaseList<Entry> {
  readonly #ignoresCase: boolean;

  constructor(entries: readonly EntryInput[] = [], ignoresCase = false) {
    super([]);
    this.#ignoresCase = ignoresCase;
    this.entries = entries.map((one) => this.#made(one));
  }

  #made(given: EntryInput, more?: unknown): Entry {
    return Object.setPrototypeOf(toEntry(given, more), this.#ignoresCase ? ofHeaders : ofPairs) as Entry;
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

  /** Before another entry, or at the end. */
  insert(given: EntryInput, before?: unknown): void {
    const place = before === undefined ? -1 : this.indexOf(before);
    this.entries = this.entries.toSpliced(place < 0 ? this.entries.length : place, 0, this.#made(given));
  }

  insertAfter(given: EntryInput, after?: unknown): void {
    const place = after === undefined ? -1 : this.indexOf(after);
    this.entries = this.entries.toSpliced(place < 0 ? this.entries.length : place + 1, 0, this.#made(given));
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

  /** The enabled entries as pairs. */
  toPairs(): [string, string][] {
    return this.entries.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]);
  }

  /** The enabled fields of a form. */
  toFields(): ScriptFormField[] {
    return this.entries
      .filter(({ disabled }) => disabled !== true)
      .map(({ key, value, type, src, contentType }) => ({
        ...{ name: key, value: type === 'file' ? toText(src) : value },
        ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
      }));
  }

  /** The length of the headers, or of the pairs' text. */
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
