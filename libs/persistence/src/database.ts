import { chmod, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { EntityManager } from 'typeorm';

import { connect } from './connection.js';
import { createLane } from './lane.js';
import { makeFolder } from './make-folder.js';
import { migrate } from './migrate.js';
import { openedFile } from './opened-file.js';
import { faultOf } from './storage-fault.js';
import { inTransaction } from './transaction.js';
import { readable } from './unusable-database.js';

/** How long a write waits for another process, in milliseconds. */
export const defaultBusyTimeoutMs = 5_000;

/** One SQLite file behind two connections: one writes, one reads. */
export interface Database {
  readonly file: string;
  /** Runs a read; it sees what was committed and never the middle of a transaction. */
  readonly read: <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;
  /** Runs `work` alone in a transaction of its own; an exception undoes it. */
  readonly write: <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;
  /** Runs one statement alone, which is a transaction of its own. */
  readonly insert: <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;
  /** Ends after the writes that were begun. */
  readonly close: () => Promise<void>;
}

/** The file with rights for its owner alone, in a folder that is made when it is not there. */
const prepareFile = async (file: string): Promise<void> => {
  await makeFolder(dirname(file));
  await (await open(file, 'a', 0o600)).close();
  await chmod(file, 0o600);
};

const openBoth = async (file: string, busyTimeoutMs: number) => {
  const writer = await connect(file, busyTimeoutMs);
  try {
    await migrate(writer, file);
    return { writer, reader: await connect(file, busyTimeoutMs) };
  } catch (error) {
    await writer.destroy();
    throw error;
  }
};

/**
 * Opens a database, makes it when it is not there and brings its schema up to date.
 * @throws UnusableDatabase, or the system's error when the file cannot be reached
 */
export const openDatabase = async (file: string, busyTimeoutMs: number): Promise<Database> => {
  await prepareFile(file);
  const { writer, reader } = await openBoth(file, busyTimeoutMs).catch((error: unknown) => {
    throw readable(file, error);
  });
  const lane = createLane();
  const checkFile = await openedFile(file);
  const naming = <A>(work: Promise<A>): Promise<A> =>
    work.catch((error: unknown) => {
      throw faultOf(file, error);
    });
  const changing = <A>(work: () => Promise<A>): Promise<A> =>
    naming(lane(async () => (await checkFile(), work())));
  let closing: Promise<void> | undefined;
  return {
    file,
    read: (work) => naming(work(reader.manager)),
    write: (work) => changing(() => inTransaction(writer, work)),
    insert: (work) => changing(() => work(writer.manager)),
    close: () =>
      (closing ??= lane(async () => {
        await reader.destroy();
        await writer.destroy();
      })),
  };
};
