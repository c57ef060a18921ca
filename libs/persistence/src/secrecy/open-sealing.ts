import type { DataSource } from 'typeorm';

import { withTransaction } from '../sqlite/connection.js';
import { getErrorMessage } from '../storage-fault.js';
import { type KeyPlace, type KnownKey, type KnownKeys, readKnown, writeKnown } from './keys.js';
import { createSealing, createSecretKey, resealAll, type Sealing, type SecretKey } from './sealing.js';

export interface SealingOptions {
  /** All places where a key may be. One that is not in `preferred` is searched only for a key that was stored there. */
  readonly places: readonly KeyPlace[];
  /** Where a new key is stored: in the first of these that accepts it. */
  readonly preferred: readonly KeyPlace[];
  /** Whether to replace the key. */
  readonly rotate: boolean;
  /** Called with warnings for the user. */
  readonly notice: (message: string) => void;
}

/** Stores a key in the first place that accepts it. */
export const keep = async (key: SecretKey, [place, ...others]: readonly KeyPlace[]): Promise<KnownKey> => {
  if (place === undefined) throw new Error('There is no place for the key of secrets');
  try {
    await place.put(key);
    return { id: key.id, place: place.name };
  } catch (error) {
    if (others.length === 0) throw error;
    return keep(key, others);
  }
};

/** A key that was looked for. */
export interface KeyLookup {
  readonly known: KnownKey;
  readonly key: SecretKey | undefined;
  /** Why the key was not found. */
  readonly problem: string;
}

/** Looks for a key in the place that the database names, and then in the preferred ones. */
export const find = async (
  known: KnownKey,
  { places, preferred }: Pick<SealingOptions, 'places' | 'preferred'>,
): Promise<KeyLookup> => {
  const named = places.filter(({ name }) => name === known.place);
  let problem = `it is not in ${named[0]?.shown ?? known.place}`;
  for (const place of new Set([...named, ...preferred])) {
    try {
      const key = await place.get(known.id);
      if (key !== undefined) return { known: { id: known.id, place: place.name }, key, problem: '' };
    } catch (error) {
      if (place.name === known.place) problem = `${place.shown} is out of reach: ${getErrorMessage(error)}`;
    }
  }
  return { known, key: undefined, problem };
};

export const isFound = (one: KeyLookup): one is KeyLookup & { readonly key: SecretKey } =>
  one.key !== undefined;

/** The keys of a database that were found, and those that are missing. */
export const findAll = async (
  known: KnownKeys | undefined,
  options: Pick<SealingOptions, 'places' | 'preferred'>,
) => {
  const all: KeyLookup[] = [];
  for (const one of known === undefined ? [] : [known.current, ...known.former])
    all.push(await find(one, options));
  return { found: all.filter(isFound), missing: all.filter((one) => !isFound(one)) };
};

const formatLostKey = ({ problem }: KeyLookup): string =>
  `The key of the secrets was not found: ${problem}. Enter the values of secrets again; cookies and tokens are fetched ` +
  'again, and everything else is there. If the key comes back, so do the values that were not entered again.';

const nowSealed =
  'Secrets in the database are encrypted from now on. Backups beside it (tandem.sqlite.….backup) are from before and hold them ' +
  'in plain text: delete them when you no longer need them.';

/**
 * Chooses the existing key in the preferred place, or a new one. Values that other keys have sealed are sealed with it; those of
 * missing keys stay unchanged until the keys are back.
 */
const choose = async (source: DataSource, options: SealingOptions) => {
  const { places, preferred, rotate, notice } = options;
  const known = await readKnown(source.manager);
  const { found, missing } = await findAll(known, options);
  const rank = (one: KeyLookup): number => places.findIndex(({ name }) => name === one.known.place);
  const [best, ...others] = [...found].sort((a, b) => rank(a) - rank(b));
  const [lost] = missing.filter((one) => one.known.id === known?.current.id);
  if (lost !== undefined) notice(formatLostKey(lost));
  const usesBest = best !== undefined && !rotate;
  const key = usesBest ? best.key : createSecretKey();
  const current = usesBest ? best.known : await keep(key, preferred);
  const spent = usesBest ? others : found;
  const sealing = createSealing(
    key,
    found.map((one) => one.key),
  );
  if (known === undefined || spent.length > 0) {
    const changed = await resealAll(source.manager, (stored) => {
      const text = known === undefined ? stored : sealing.open(stored);
      return text === undefined ? undefined : sealing.seal(text);
    });
    if (known === undefined && changed > 0) notice(nowSealed);
  }
  const next: KnownKeys = {
    current,
    former: missing.map((one) => one.known),
    clean: known?.clean ?? false,
  };
  await writeKnown(source.manager, next);
  return { sealing: createSealing(key), spent, next };
};

/** Removes keys that are no longer in use. A key that cannot be removed does no harm. */
export const forget = async (spent: readonly KeyLookup[], places: readonly KeyPlace[]): Promise<void> => {
  for (const { known } of spent)
    await places
      .find(({ name }) => name === known.place)
      ?.remove(known.id)
      .catch(() => undefined);
};

/** Rebuilds the file once after the first sealing: its free pages may hold what was stored in plain text. */
const rebuild = async (source: DataSource, known: KnownKeys): Promise<void> => {
  await source.query('VACUUM');
  await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await writeKnown(source.manager, { ...known, clean: true });
};

/** Runs `work` while no other connection uses the file. */
const withExclusiveAccess = async <A>(source: DataSource, work: () => Promise<A>): Promise<A> => {
  await source.query('PRAGMA locking_mode = EXCLUSIVE');
  try {
    return await work();
  } finally {
    await source.query('PRAGMA locking_mode = NORMAL');
    // Releases the lock.
    await source.query('SELECT 1 FROM "settings"').catch(() => undefined);
  }
};

/** The usual case: there is one key, in its place, and nothing has to be written. */
const openSettled = async (source: DataSource, options: SealingOptions): Promise<Sealing | undefined> => {
  const known = await readKnown(source.manager);
  if (known?.clean !== true || known.former.length > 0) return undefined;
  const { key } = await find(known.current, options);
  return key === undefined ? undefined : createSealing(key);
};

/**
 * Opens the sealing of a SQLite file. For a file without a key, it creates one and seals the existing secrets. It takes the write
 * lock first, so that two processes create one key.
 */
export const openSealing = async (source: DataSource, options: SealingOptions): Promise<Sealing> => {
  const settled = options.rotate ? undefined : await openSettled(source, options);
  if (settled !== undefined) return settled;
  const work = () => withTransaction(source, () => choose(source, options));
  const { sealing, spent, next } = await (options.rotate ? withExclusiveAccess(source, work) : work());
  await forget(spent, options.places);
  if (!next.clean) await rebuild(source, next);
  return sealing;
};
