import { toText } from '../text.js';
import { BaseList } from './base-list.js';

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
