import type { EntityManager } from 'typeorm';

import { getErrorMessage, StorageFault, UnusableDatabase } from '../storage-fault.js';
import {
  createProvidedKeys,
  type KeyLocation,
  type KnownKey,
  type KnownKeys,
  readKnownKeys,
  writeKnownKeys,
} from './keys.js';
import { findAllKeys, removeUnusedKeys, type KeyLookup } from './open-sealing.js';
import {
  createSealer,
  createSecretKey,
  getSealingKeyId,
  parseKey,
  resealAll,
  type Sealer,
  type SecretKey,
} from './sealing.js';

/** The environment variable with the keys of a store. */
const storeKeyVariable = 'TANDEM_STORE_KEY';

export interface SharedSealingOptions {
  /** The name of the store in messages. */
  readonly shown: string;
  /** Where this server stores its keys. */
  readonly file: KeyLocation;
  /**
   * The text of `TANDEM_STORE_KEY`: keys in base64, separated by commas. When the key is replaced, the first key in this list that the
   * store does not know becomes the new one.
   */
  readonly given: string | undefined;
  readonly rotate: boolean;
  /** Called with warnings for the user. */
  readonly notice: (message: string) => void;
  /** Runs `work` alone in a transaction of the store. */
  readonly write: <A>(work: (db: EntityManager) => Promise<A>) => Promise<A>;
  readonly read: <A>(work: (db: EntityManager) => Promise<A>) => Promise<A>;
}

/** The encryption of a store, whose key another server may replace. */
export interface SharedSealing {
  readonly sealer: Sealer;
  /**
   * Checks whether another server replaced the key, and uses the new key if it is available.
   * @throws StorageFault if it is not
   */
  readonly check: (db: EntityManager) => Promise<void>;
}

const parseKeys = (text: string): readonly SecretKey[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => {
      const key = parseKey(one);
      if (key !== undefined) return key;
      const form = '32 bytes in base64, as "openssl rand -base64 32" writes them';
      throw new UnusableDatabase(
        'no-key',
        `${storeKeyVariable} is not a key or a list of keys; a key is ${form}`,
      );
    });

const createMissingKeyError = (shown: string, { id }: KnownKey, file: KeyLocation): UnusableDatabase =>
  new UnusableDatabase(
    'no-key',
    `The secrets in ${shown} are encrypted with the key ${id}, which is neither in ${file.shown} nor in ${storeKeyVariable}. Copy ` +
      'store.key from the data folder of a server that has it, or set the variable as there. If the key is lost everywhere, start ' +
      'once with --rotate-key; the values of secrets must then be entered again',
  );

const formatLostKey = ({ known }: KeyLookup): string =>
  `The key ${known.id} of the secrets was not found. Enter the values of secrets again; cookies and tokens are fetched again, and ` +
  'everything else is there. If the key comes back, so do the values that were not entered again.';

const describeNewKey = (shown: string, where: string): string =>
  `The secrets in ${shown} are encrypted with the new key in ${where}. Every other server of this store needs it, and so do you ` +
  'when you restore a backup: copy it.';

const encryptedNotice =
  'Secrets were in plain text before. Backups and archived WAL files of the database still hold them: delete those when you ' +
  'no longer need them.';

/** Returns a key that the store does not have yet: one from the variable, or a new one. */
const chooseNewKey = async (
  given: readonly SecretKey[],
  known: KnownKeys | undefined,
  { shown, file }: SharedSealingOptions,
): Promise<{ readonly key: SecretKey; readonly place: KnownKey['place'] }> => {
  if (given.length === 0) {
    const key = createSecretKey();
    await file.put(key).catch((error: unknown) => {
      const text = `The secrets in ${shown} cannot be encrypted, because their key in ${file.shown} cannot be used: ${getErrorMessage(error)}`;
      throw new UnusableDatabase('no-key', text, error);
    });
    return { key, place: 'file' };
  }
  const used = [known?.current, ...(known?.former ?? [])].map((one) => one?.id);
  const key = given.find(({ id }) => !used.includes(id));
  if (key !== undefined) return { key, place: 'setting' };
  const text = `${storeKeyVariable} has no new key; set it to the new key and the old one, separated by a comma`;
  throw new UnusableDatabase('no-key', text);
};

interface KeyRing {
  readonly known: KnownKeys;
  readonly sealer: Sealer;
}

/** Finds the current keys; undefined if something must be written before they can be used. */
const findCurrentKeyRing = (
  known: KnownKeys | undefined,
  found: readonly (KeyLookup & { readonly key: SecretKey })[],
): KeyRing | undefined => {
  const current = found.find((one) => one.known.id === known?.current.id);
  if (known === undefined || current === undefined) return undefined;
  const keys = found.map(({ key }) => key);
  return { known, sealer: createSealer(current.key, keys) };
};

/** The chosen key, and warnings for the user. */
interface KeyChoice {
  readonly ring: KeyRing;
  readonly spent: readonly KeyLookup[];
  readonly told: readonly string[];
}

type KeyLocations = Parameters<typeof findAllKeys>[1];

/** Keeps the key or chooses a new one. Encrypts with it all values that are in plain text or encrypted with another key. */
const chooseKey =
  (options: SharedSealingOptions, given: readonly SecretKey[], locations: KeyLocations) =>
  async (db: EntityManager): Promise<KeyChoice> => {
    const { shown, file, rotate } = options;
    const known = await readKnownKeys(db);
    const { found, missing } = await findAllKeys(known, locations);
    const lost = missing.find((one) => one.known.id === known?.current.id);
    if (lost !== undefined && !rotate) throw createMissingKeyError(shown, lost.known, file);
    const told: string[] = lost === undefined ? [] : [formatLostKey(lost)];
    const present = rotate ? undefined : found.find((one) => one.known.id === known?.current.id);
    const { key, place } =
      present === undefined
        ? await chooseNewKey(given, known, options)
        : { key: present.key, place: present.known.place };
    const sealer = createSealer(
      key,
      found.map((one) => one.key),
    );
    const spent = found.filter((one) => one.known.id !== key.id);
    if (known === undefined || spent.length > 0) {
      const changed = await resealAll(db, (stored) => {
        const text = known === undefined ? stored : sealer.open(stored);
        return text === undefined ? undefined : sealer.seal(text);
      });
      if (known === undefined && changed > 0) told.push(encryptedNotice);
    }
    if (present === undefined && place === 'file') told.push(describeNewKey(shown, file.shown));
    const former = missing.map((one) => one.known);
    const next: KnownKeys = { current: { id: key.id, place }, former, clean: known?.clean ?? false };
    await writeKnownKeys(db, next);
    return { ring: { known: next, sealer }, spent, told };
  };

/**
 * Opens the encryption of a store that several servers share. The first server creates the key and encrypts the existing secrets; a server
 * without the key is refused. Each write checks whether the key was replaced, and so does reading a value that is encrypted with an unknown
 * key.
 */
export const openSharedSealing = async (options: SharedSealingOptions): Promise<SharedSealing> => {
  const { shown, file, rotate, notice, read, write } = options;
  const given = parseKeys(options.given ?? '');
  const preferred = [createProvidedKeys(storeKeyVariable, given), file];
  const locations = { locations: preferred, preferred };
  const ringOf = async (known: KnownKeys | undefined): Promise<KeyRing | undefined> =>
    findCurrentKeyRing(known, (await findAllKeys(known, locations)).found);
  const start = async (): Promise<KeyRing> => {
    const known = await read(readKnownKeys);
    const present = rotate || known?.former.length !== 0 ? undefined : await ringOf(known);
    if (present !== undefined) return present;
    const { ring, spent, told } = await write(chooseKey(options, given, locations));
    for (const message of told) notice(message);
    await removeUnusedKeys(spent, [file]);
    return ring;
  };
  let now = await start();
  return {
    sealer: {
      seal: (text) => now.sealer.seal(text),
      open: (stored) => {
        const text = now.sealer.open(stored);
        if (text !== undefined) return text;
        const id = getSealingKeyId(stored);
        const { current, former } = now.known;
        if ([current, ...former].some((one) => one.id === id)) return undefined;
        throw new StorageFault('no-key', shown, new Error(`${id ?? 'a key'} is missing`));
      },
    },
    check: async (db) => {
      const known = await readKnownKeys(db);
      if (known === undefined || known.current.id === now.known.current.id) return;
      const next = await ringOf(known);
      if (next === undefined)
        throw new StorageFault('no-key', shown, new Error(`${known.current.id} is missing`));
      now = next;
    },
  };
};
