export interface PostgresServer {
  readonly port: number;
  /** The folder of its files. */
  readonly data: string;
  /** The file for the key of a store. */
  readonly keyFile: string;
  /** The store in its first database. */
  readonly storeOf: () => { readonly url: string; readonly keyFile: string };
  /** The URL of a database; the default is `postgres`, by a user who needs no password. */
  readonly urlOf: (database?: string, user?: string) => string;
  /** Runs SQL as the owner of the server. */
  readonly sql: (statements: string, database?: string) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends the server and with it every connection. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export declare const hasPostgres: () => boolean;
export declare const startPostgres: () => Promise<PostgresServer>;
