import type { DataSource } from 'typeorm';

import { withTransaction } from '../sqlite/connection.js';
import { getErrorMessage } from '../storage-fault.js';
import { type KeyLocation, type KnownKey, type KnownKeys, readKnownKeys, writeKnownKeys } from './keys.js';
import { createSealer, createSecretKey, resealAll, type Sealer, type SecretKey } from './sealing.js';

export interface SealingOptions {
  /** All locations where a key may be. A location that is not in `preferred` is only searched for a key that was stored there. */
  readonly locations: readonly KeyLocation[];
  /** Where to store a new key: in the first of these locations that accepts it. */
  readonly preferred: readonly KeyLocation[];
  /** Whether to replace the key. */
  readonly rotate: boolean;
  /** Called with warnings for the user. */
  readonly notice: (message: string) => void;
}

/** Stores a key in the first location that accepts it. */
export const storeKey = async (
  key: SecretKey,
  [location, ...others]: readonly KeyLocation[],
): Promise<KnownKey> => {
  if (location === undefined) throw new Error('There is no place for the key of secrets');
  try {
    await location.put(key);
    return { id: key.id, place: location.name };
  } catch (error) {
    if (others.length === 0) throw error;
    return storeKey(key, others);
  }
};

/** The result of looking for a key. */
export interface KeyLookup {
  readonly known: KnownKey;
  readonly key: SecretKey | undefined;
  /** Why the key was not found. */
  readonly problem: string;
}

/** Looks for a key in the location that the database names, and then in the preferred ones. */
export const findKey = async (
  known: KnownKey,
  { locations, preferred }: Pick<SealingOptions, 'locations' | 'preferred'>,
): Promise<KeyLookup> => {
  const named = locations.filter(({ name }) => name === known.place);
  let problem = `it is not in ${named[0]?.shown ?? known.place}`;
  for (const location of new Set([...named, ...preferred])) {
    try {
      const key = await location.get(known.id);
      if (key !== undefined) return { known: { id: known.id, place: location.name }, key, problem: '' };
    } catch (error) {
      if (location.name === known.place)
        problem = `${location.shown} is out of reach: ${getErrorMessage(error)}`;
    }
  }
  return { known, key: undefined, problem };
};

export const isFound = (one: KeyLookup): one is KeyLookup & { readonly key: SecretKey } =>
  one.key !== undefined;

/** All keys of a database: those that were found, and those that are missing. */
export const findAllKeys = async (
  known: KnownKeys | undefined,
  options: Pick<SealingOptions, 'locations' | 'preferred'>,
) => {
  const all: KeyLookup[] = [];
  for (const one of known === undefined ? [] : [known.current, ...known.former])
    all.push(await findKey(one, options));
  return { found: all.filter(isFound), missing: all.filter((one) => !isFound(one)) };
};

const formatLostKey = ({ problem }: KeyLookup): string =>
  `The key of the secrets was not found: ${problem}. Enter the values of secrets again; cookies and tokens are fetched ` +
  'again, and everything else is there. If the key comes back, so do the values that were not entered again.';

const encryptedNotice =
  'Secrets in the database are encrypted from now on. Backups beside it (tandem.sqlite.….backup) are from before and hold them ' +
  'in plain text: delete them when you no longer need them.';

/**
 * Chooses the existing key in the preferred location, or a new key. Encrypts with it the values that other keys have encrypted. Values
 * whose keys are missing stay unchanged until the keys are back.
 */
const chooseKey = async (source: DataSource, options: SealingOptions) => {
  const { locations, preferred, rotate, notice } = options;
  const known = await readKnownKeys(source.manager);
  const { found, missing } = await findAllKeys(known, options);
  const rank = (one: KeyLookup): number => locations.findIndex(({ name }) => name === one.known.place);
  const [best, ...others] = [...found].sort((a, b) => rank(a) - rank(b));
  const [lost] = missing.filter((one) => one.known.id === known?.current.id);
  if (lost !== undefined) notice(formatLostKey(lost));
  const usesBest = best !== undefined && !rotate;
  const key = usesBest ? best.key : createSecretKey();
  const current = usesBest ? best.known : await storeKey(key, preferred);
  const spent = usesBest ? others : found;
  const sealer = createSealer(
    key,
    found.map((one) => one.key),
  );
  if (known === undefined || spent.length > 0) {
    const changed = await resealAll(source.manager, (stored) => {
      const text = known === undefined ? stored : sealer.open(stored);
      return text === undefined ? undefined : sealer.seal(text);
    });
    if (known === undefined && changed > 0) notice(encryptedNotice);
  }
  const next: KnownKeys = {
    current,
    former: missing.map((one) => one.known),
    clean: known?.clean ?? false,
  };
  await writeKnownKeys(source.manager, next);
  return { sealer: createSealer(key), spent, next };
};

/** Removes keys that are no longer used. A key that cannot be removed does no harm. */
export const removeUnusedKeys = async (
  spent: readonly KeyLookup[],
  locations: readonly KeyLocation[],
): Promise<void> => {
  for (const { known } of spent)
    await locations
      .find(({ name }) => name === known.place)
      ?.remove(known.id)
      .catch(() => undefined);
};

/** Rebuilds the file after its secrets were encrypted for the first time, because free pages may still contain plain text. */
const rebuildFile = async (source: DataSource, known: KnownKeys): Promise<void> => {
  await source.query('VACUUM');
  await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await writeKnownKeys(source.manager, { ...known, clean: true });
};

/** Runs `work` while no other connection uses the file. */
const withExclusiveAccess = async <A>(source: DataSource, work: () => Promise<A>): Promise<A> => {
  await source.query('PRAGMA locking_mode = EXCLUSIVE');
  try {
    return await work();
  } finally {
    await source.query('PRAGMA locking_mode = NORMAL');
    // A query in normal locking mode releases the lock.
    await source.query('SELECT 1 FROM "settings"').catch(() => undefined);
  }
};

/** Opens the encryption if there is one key, in its preferred location, and nothing has to be written. Otherwise returns undefined. */
const openUnchangedSealing = async (
  source: DataSource,
  options: SealingOptions,
): Promise<Sealer | undefined> => {
  const known = await readKnownKeys(source.manager);
  if (known?.clean !== true || known.former.length > 0) return undefined;
  const { key } = await findKey(known.current, options);
  return key === undefined ? undefined : createSealer(key);
};

/**
 * Opens the encryption of a SQLite file. For a file without a key, creates a key and encrypts the existing secrets. Takes the write lock
 * first, so that two processes create only one key.
 */
export const openSealing = async (source: DataSource, options: SealingOptions): Promise<Sealer> => {
  const settled = options.rotate ? undefined : await openUnchangedSealing(source, options);
  if (settled !== undefined) return settled;
  const work = () => withTransaction(source, () => chooseKey(source, options));
  const { sealer, spent, next } = await (options.rotate ? withExclusiveAccess(source, work) : work());
  await removeUnusedKeys(spent, options.locations);
  if (!next.clean) await rebuildFile(source, next);
  return sealer;
};
