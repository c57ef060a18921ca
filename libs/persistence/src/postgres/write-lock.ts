/** Where a statement runs. */
interface Queries {
  readonly query: (sql: string, values?: unknown[]) => Promise<unknown>;
}

/** Numbers that no other program is likely to lock: "tand" in ASCII. */
const tandem = 0x74_61_6e_64;

/**
 * Takes the lock of the one write transaction at a time, until the end of the transaction. So writes see what others have
 * committed, as on SQLite, and changes are committed in the order of their positions.
 */
export const lockWrites = async (queries: Queries): Promise<void> => {
  await queries.query('SELECT pg_advisory_xact_lock($1, 1)', [tandem]);
};

/** Waits for the lock and takes it. It is released when the connection ends. */
export const lockTurn = async (queries: Queries, key: string): Promise<void> => {
  await queries.query('SELECT pg_advisory_lock($1, hashtext($2))', [tandem + 1, key]);
};
