import { type Entry, PropertyList } from './property-list.js';

const shape =
  /^(?:([^:/?#{}]+):\/\/)?(?:([^/?#@]*)@)?((?:\{\{.*?\}\}|[^/?#:])*)(?::((?:\{\{.*?\}\}|[^/?#])*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/s;

const getQuery = (text: string) =>
  text.split('&').map((piece) => {
    const at = piece.indexOf('=');
    return at < 0 ? { key: piece, value: '' } : { key: piece.slice(0, at), value: piece.slice(at + 1) };
  });

/** The parts of a URL, which may contain templates. */
const splitAddress = (text: string) => {
  const [, protocol, auth, host = '', port, path, query, hash] = shape.exec(text) ?? [
    '',
    undefined,
    undefined,
    text,
  ];
  return {
    protocol,
    auth,
    host: host === '' ? [] : host.split(/\.(?![^{]*\}{2})/),
    port,
    path: path === undefined ? undefined : path.slice(1).split('/'),
    query: query === undefined ? [] : getQuery(query),
    hash,
  };
};

type Values = Readonly<Record<string, string>>;

/** Postman's Url (postmanlabs/postman-collection). */
export class Url {
  protocol: string | undefined;
  auth: string | undefined;
  host: string[];
  port: string | undefined;
  path: string[] | undefined;
  hash: string | undefined;
  query: PropertyList;
  readonly variables: PropertyList;

  constructor(text: string, rows: readonly Entry[] = [], values: Values = {}) {
    const parts = splitAddress(text);
    this.protocol = parts.protocol;
    this.auth = parts.auth;
    this.host = parts.host;
    this.port = parts.port;
    this.path = parts.path;
    this.hash = parts.hash;
    this.query = new PropertyList([...parts.query, ...rows]);
    this.variables = new PropertyList(
      Object.entries(values).map(([key, value]) => ({ type: 'any', value, key })),
    );
  }

  update(text: unknown): void {
    const { query, ...parts } = splitAddress(String(text));
    Object.assign(this, parts);
    this.query.repopulate(query);
  }

  addQueryParams(given: Parameters<PropertyList['populate']>[0]): void {
    this.query.populate(given);
  }

  removeQueryParams(given: unknown): void {
    const keys = (Array.isArray(given) ? (given as unknown[]) : [given]).map((one) =>
      typeof one === 'object' && one !== null && 'key' in one ? one.key : one,
    );
    this.query.remove((entry: { readonly key: string }) => keys.includes(entry.key));
  }

  getHost(): string {
    return Array.isArray(this.host) ? this.host.join('.') : String(this.host);
  }

  /** The path, with its variables filled in unless unresolved is requested. */
  getPath(unresolved = false): string {
    const segments = (this.path ?? []).map((segment) =>
      unresolved || !segment.startsWith(':') ? segment : (this.variables.get(segment.slice(1)) ?? segment),
    );
    return `/${segments.join('/')}`;
  }

  getQueryString(): string {
    return this.query.toString();
  }

  getPathWithQuery(): string {
    const query = this.getQueryString();
    return `${this.getPath()}${query === '' ? '' : `?${query}`}`;
  }

  getRemote(): string {
    return this.port === undefined ? this.getHost() : `${this.getHost()}:${this.port}`;
  }

  /** The URL without its query. */
  base(unresolved: boolean): string {
    const protocol = this.protocol === undefined ? '' : `${this.protocol}://`;
    const auth = this.auth === undefined ? '' : `${this.auth}@`;
    const path = this.path === undefined ? '' : this.getPath(unresolved);
    return `${protocol}${auth}${this.getRemote()}${path}`;
  }

  toString(): string {
    return this.#with(this.base(false));
  }

  /** The URL with the names of its path variables. */
  toTemplate(): string {
    return this.#with(this.base(true));
  }

  #with(base: string): string {
    const query = this.getQueryString();
    return `${base}${query === '' ? '' : `?${query}`}${this.hash === undefined ? '' : `#${this.hash}`}`;
  }

  toJSON(): object {
    const { auth, protocol, port, path, hash, host } = this;
    return { auth, protocol, port, path, hash, host, query: this.query, variable: this.variables };
  }
}
Object.defineProperty(Url, 'name', { value: 'Url' });
