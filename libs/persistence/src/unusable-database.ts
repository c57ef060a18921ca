/** A database that cannot be used as it is. Its message says in one line what a person can do, so it is for their eyes. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
  /** The message is a sentence for a person; no stack belongs beside it. */
  readonly forUser = true;
  readonly reason: 'newer' | 'not-a-database' | 'damaged' | 'busy';
  constructor(reason: UnusableDatabase['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The refusal of a file in which migrations are recorded that this version has never heard of. */
export const newerDatabase = (file: string, unknown: readonly string[]): UnusableDatabase => {
  const names = unknown.join(', ');
  const message = `${file} was written by a newer version of Tandem (${names}); update Tandem or use another data folder`;
  return new UnusableDatabase('newer', message);
};

const sentences: Readonly<Record<string, readonly [UnusableDatabase['reason'], string]>> = {
  SQLITE_NOTADB: ['not-a-database', 'is no SQLite database; move it away or use another data folder'],
  SQLITE_CORRUPT: ['damaged', 'is damaged; bring back a copy or use another data folder'],
  SQLITE_BUSY: ['busy', 'is held by another program that does not let go; end it and try again'],
};

/** What a person is told of an error of SQLite while it opened `file`; other errors stay as they are. */
export const readable = (file: string, error: unknown): unknown => {
  const { code, driverError } = error as {
    readonly code?: string;
    readonly driverError?: { readonly code?: string };
  };
  const known = sentences[driverError?.code ?? code ?? ''];
  return known === undefined ? error : new UnusableDatabase(known[0], `${file} ${known[1]}`, error);
};
