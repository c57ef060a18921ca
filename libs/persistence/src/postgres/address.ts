import { UnusableDatabase } from '../unusable-database.js';

/** The address of a PostgreSQL database for messages. */
export interface Address {
  /** The URL without user and password. */
  readonly shown: string;
  readonly database: string;
  /** If the URL contains one. */
  readonly user?: string;
}

const createInvalidAddressError = (): UnusableDatabase =>
  new UnusableDatabase(
    'invalid-address',
    'the store is not the URL of a PostgreSQL database, such as postgres://user@127.0.0.1:5432/tandem',
  );

const parseUrl = (url: string): URL => {
  try {
    return new URL(url);
  } catch {
    throw createInvalidAddressError();
  }
};

/**
 * Parses the URL of a database. Messages contain no part of an invalid one, because it may contain a password.
 * @throws UnusableDatabase if it is not one
 */
export const parseAddress = (url: string): Address => {
  const { protocol, hostname, port, pathname, searchParams, username } = parseUrl(url);
  const name = pathname.slice(1);
  if (!['postgres:', 'postgresql:'].includes(protocol) || name === '' || name.includes('/'))
    throw createInvalidAddressError();
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  try {
    const database = decodeURIComponent(name);
    const user = decodeURIComponent(username);
    return {
      shown: `postgres://${host}:${port === '' ? '5432' : port}/${database}`,
      database,
      ...(user === '' ? {} : { user }),
    };
  } catch {
    throw createInvalidAddressError();
  }
};
