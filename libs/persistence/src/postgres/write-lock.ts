/** Runs statements. */
interface Queries {
  readonly query: (sql: string, values?: unknown[]) => Promise<unknown>;
}

/** A number that other programs are unlikely to lock: "tand" in ASCII. */
const tandem = 0x74_61_6e_64;

/**
 * Takes the lock for the single write transaction, until the transaction ends. As in SQLite, writes therefore see what others
 * have committed, and changes are committed in the order of their positions.
 */
export const lockWrites = async (queries: Queries): Promise<void> => {
  await queries.query('SELECT pg_advisory_xact_lock($1, 1)', [tandem]);
};

/** Waits for the lock. It is released when the connection ends. */
export const lockTurn = async (queries: Queries, key: string): Promise<void> => {
  await queries.query('SELECT pg_advisory_lock($1, hashtext($2))', [tandem + 1, key]);
};
