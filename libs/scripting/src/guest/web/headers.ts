const nameToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// eslint-disable-next-line no-control-regex -- what a field value cannot contain (RFC 9110, section 5.5)
const badValue = /[\u0000\r\n]|[^\u0000-\u00ff]/;

const toHeaderKey = (name: unknown): string => {
  const text = String(name);
  if (!nameToken.test(text)) throw new TypeError(`"${text}" is not a header name`);
  return text.toLowerCase();
};

const toHeaderValue = (value: unknown): string => {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (badValue.test(text))
    throw new TypeError('a header value cannot contain a line break or a character outside Latin-1');
  return text;
};

export type HeadersInit =
  GuestHeaders | Iterable<readonly [unknown, unknown]> | Readonly<Record<string, unknown>>;

const iterateEntries = (init: HeadersInit): Iterable<readonly [unknown, unknown]> => {
  if (typeof init !== 'object') throw new TypeError('headers must be an object, or a list of [name, value]');
  if (!(Symbol.iterator in init)) return Object.entries(init);
  const pairs = [...(init as Iterable<readonly [unknown, unknown]>)];
  if (pairs.every((pair: unknown) => Array.isArray(pair) && pair.length === 2)) return pairs;
  throw new TypeError('a list of headers must contain pairs of a name and a value');
};

/** The Fetch standard's `Headers` (https://fetch.spec.whatwg.org/#headers-class), but names keep their case, in which they are sent. */
export class GuestHeaders {
  #fields: (readonly [key: string, name: string, value: string])[] = [];
  #immutable = false;
  /** Called with the key of a field that a script has changed. */
  #onChange: ((key: string) => void) | undefined;

  constructor(init?: HeadersInit | null) {
    if (init === undefined || init === null) return;
    for (const [name, value] of iterateEntries(init)) this.append(name, value);
  }

  /**
   * Throws if the headers are read-only, as the standard's guard `immutable` does (https://fetch.spec.whatwg.org/#concept-headers-guard).
   */
  #change(): void {
    if (this.#immutable) throw new TypeError('these headers are read-only; set request headers in onRequest');
  }

  append(name: unknown, value: unknown): void {
    this.#change();
    const key = toHeaderKey(name);
    this.#fields.push([key, String(name), toHeaderValue(value)]);
    this.#onChange?.(key);
  }

  delete(name: unknown): void {
    this.#change();
    const key = toHeaderKey(name);
    this.#fields = this.#fields.filter(([one]) => one !== key);
  }

  get(name: unknown): string | null {
    const key = toHeaderKey(name);
    const values = this.#fields.filter(([one]) => one === key).map(([, , value]) => value);
    return values.length === 0 ? null : values.join(', ');
  }

  getSetCookie(): string[] {
    return this.#fields.filter(([key]) => key === 'set-cookie').map(([, , value]) => value);
  }

  has(name: unknown): boolean {
    const key = toHeaderKey(name);
    return this.#fields.some(([one]) => one === key);
  }

  set(name: unknown, value: unknown): void {
    this.#change();
    const key = toHeaderKey(name);
    const field = [key, String(name), toHeaderValue(value)] as const;
    const at = this.#fields.findIndex(([one]) => one === key);
    if (at < 0) this.#fields.push(field);
    else this.#fields = this.#fields.flatMap((one, i) => (i === at ? [field] : one[0] === key ? [] : [one]));
    this.#onChange?.(key);
  }

  forEach(visit: (value: string, name: string, headers: GuestHeaders) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): IterableIterator<[string, string]> {
    const names = [...new Set(this.#fields.map(([key]) => key))].sort();
    for (const name of names) {
      if (name === 'set-cookie') for (const value of this.getSetCookie()) yield [name, value];
      else yield [name, this.get(name) ?? ''];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  readonly [Symbol.toStringTag] = 'Headers';

  /** The fields as they are sent: in order, with their case and repetitions. */
  static toList(headers: GuestHeaders): [string, string][] {
    return headers.#fields.map(([, name, value]) => [name, value]);
  }

  /** Creates headers from received fields, which are not checked. */
  static fromList(
    list: readonly (readonly [string, string])[],
    writable = false,
    onChange?: (key: string) => void,
  ): GuestHeaders {
    const headers = new GuestHeaders();
    headers.#immutable = !writable;
    headers.#onChange = onChange;
    headers.#fields = list.map(([name, value]) => [name.toLowerCase(), name, value]);
    return headers;
  }
}
Object.defineProperty(GuestHeaders, 'name', { value: 'Headers' });
