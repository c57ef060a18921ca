import type { Database, Statement } from 'sqlite3';
import type { DataSource } from 'typeorm';

/** Detects writes of other connections. */
export interface DataVersion {
  /** A number that changes with each commit of another connection; the connection's own commits do not change it. */
  readonly read: () => Promise<number>;
  readonly close: () => Promise<void>;
}

type DataVersionRows = readonly { readonly data_version: number }[];

/** A prepared `PRAGMA data_version` (https://www.sqlite.org/pragma.html#pragma_data_version) on the connection of `source`. */
export const openDataVersion = async (source: DataSource): Promise<DataVersion> => {
  const { databaseConnection } = source.driver as unknown as { readonly databaseConnection: Database };
  const statement = await new Promise<Statement>((resolve, reject) => {
    const prepared = databaseConnection.prepare('PRAGMA data_version', (error: Error | null) => {
      if (error === null) resolve(prepared);
      else reject(error);
    });
  });
  return {
    read: () =>
      new Promise((resolve, reject) => {
        statement.all((error: Error | null, rows: unknown) => {
          if (error === null) resolve((rows as DataVersionRows)[0]?.data_version ?? NaN);
          else reject(error);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        statement.finalize(() => {
          resolve();
        });
      }),
  };
};
