export interface PostgresServer {
  readonly port: number;
  /** The URL of a database; the default is `postgres`, by a user who needs no password. */
  readonly urlOf: (database?: string, user?: string) => string;
  readonly start: () => Promise<void>;
  /** Ends the server and with it every connection. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export declare const hasPostgres: () => boolean;
export declare const startPostgres: () => Promise<PostgresServer>;
