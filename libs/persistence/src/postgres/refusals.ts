import { getErrorCode } from '../storage-fault.js';
import { UnusableDatabase } from '../unusable-database.js';
import type { Address } from './address.js';

/** The oldest supported version of PostgreSQL, as a version number of the server. */
const oldest = 130_000;

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // The server is starting or stopping.
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether a connection was lost or could not be made; pg has no code for timeouts and closed sockets. */
export const isUnreachable = (error: unknown): boolean =>
  unreachable.has(getErrorCode(error)) ||
  getErrorCode(error).startsWith('08') ||
  (error instanceof Error &&
    /^(timeout expired|timeout exceeded|Connection terminated|Client was closed|Client has encountered|Query read timeout|read ECONNRESET)/.test(
      error.message,
    ));

/** The error for the user if `address` cannot be opened; other errors are unchanged. */
export const toOpenError = ({ shown, database, user }: Address, error: unknown): unknown => {
  if (error instanceof UnusableDatabase) return error;
  const code = getErrorCode(error);
  const refuse = (reason: UnusableDatabase['reason'], text: string): UnusableDatabase =>
    new UnusableDatabase(reason, `${shown} ${text}`, error);
  const who = user === undefined ? 'the user' : `the user ${user}`;
  if (isUnreachable(error))
    return refuse(
      'unreachable',
      'does not answer; check that the server is running and that the address is right',
    );
  switch (code) {
    case '28P01':
    case '28000':
      return refuse('not-allowed', `does not let ${who} in; check the user, the password and pg_hba.conf`);
    case '3D000':
      return refuse('missing', `does not exist; create it with: createdb ${database}`);
    case '42501':
      return refuse(
        'not-allowed',
        `does not let ${who} read or create its tables; grant it CREATE on the schema`,
      );
    case '25006':
      return refuse('read-only', 'is read-only, such as a standby; use the primary server');
    case '53300':
      return refuse('busy', 'has no connection left; raise max_connections or end other programs');
    default:
      return error instanceof Error && error.message.includes('password must be a string')
        ? refuse('not-allowed', `asks for a password; put it into the URL, PGPASSWORD or ~/.pgpass`)
        : error;
  }
};

/** Why a server cannot be used for a store; undefined if it can. */
export const findUnsuitability = (
  { shown }: Address,
  version: number,
  encoding: string,
): UnusableDatabase | undefined => {
  if (version < oldest) {
    const running = `${Math.floor(version / 10_000)}`;
    const text = `${shown} is PostgreSQL ${running}; Tandem needs ${oldest / 10_000} or newer`;
    return new UnusableDatabase('too-old', text);
  }
  if (encoding === 'UTF8') return undefined;
  const text = `${shown} has the encoding ${encoding}; create a database with: createdb --encoding=UTF8 --template=template0`;
  return new UnusableDatabase('not-a-database', text);
};
