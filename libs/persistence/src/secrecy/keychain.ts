const service = 'Tandem';

/** Maximum time to wait for a keychain, in milliseconds. It may ask the user to unlock it. */
const keychainTimeoutMs = 60_000;

const openEntry = async (account: string) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // On Linux, only a Secret Service is used, because the keyring of the kernel is lost at a restart.
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
};

const createTimeout = (): AbortSignal => AbortSignal.timeout(keychainTimeoutMs);

/** The entries of this program in the platform's keychain. Each function throws if the keychain cannot be reached. */
export const keychainEntries = {
  get: async (account: string): Promise<string | undefined> =>
    (await (await openEntry(account)).getPassword(createTimeout())) ?? undefined,
  set: async (account: string, value: string): Promise<void> => {
    await (await openEntry(account)).setPassword(value, createTimeout());
  },
  remove: async (account: string): Promise<void> => {
    await (await openEntry(account)).deleteCredential(createTimeout());
  },
};

/** The error if the keychain is locked or missing. */
export class UnusableKeychain extends Error {
  readonly isLocked: boolean;
  constructor(isLocked: boolean) {
    super(isLocked ? 'the keychain is locked' : 'there is no keychain here');
    this.isLocked = isLocked;
  }
}

/** Whether the error means that the keychain exists but was not unlocked. */
const isAboutLock = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    error.name === 'AbortError' ||
    // A keychain without a collection cannot be unlocked.
    (/access platform storage/i.test(error.message) && !/no result found/i.test(error.message)));

const toUnusableKeychain = (error: unknown): UnusableKeychain => new UnusableKeychain(isAboutLock(error));

const getAccount = (id: string): string => `secret ${id}`;

/** The values of secrets in the platform's keychain, stored by ids that cannot be guessed. */
export interface KeychainSecrets {
  /**
   * The value with an id; undefined if the keychain has none.
   * @throws UnusableKeychain
   */
  readonly get: (id: string) => Promise<string | undefined>;
  /** Stores a value. Returns false if the keychain refuses it, for example because it is too long. */
  readonly set: (id: string, value: string) => Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
  /**
   * Checks the keychain by writing and removing a test value.
   * @throws UnusableKeychain
   */
  readonly probe: (id: string) => Promise<void>;
}

export const keychainSecrets: KeychainSecrets = {
  get: (id) =>
    keychainEntries.get(getAccount(id)).catch((error: unknown) => {
      throw toUnusableKeychain(error);
    }),
  set: async (id, value) => {
    try {
      await keychainEntries.set(getAccount(id), value);
      return (await keychainEntries.get(getAccount(id))) === value;
    } catch {
      return false;
    }
  },
  remove: (id) => keychainEntries.remove(getAccount(id)),
  probe: async (id) => {
    try {
      await keychainEntries.set(getAccount(id), id);
      if ((await keychainEntries.get(getAccount(id))) !== id) throw new Error('the value was not stored');
      await keychainEntries.remove(getAccount(id));
    } catch (error) {
      throw toUnusableKeychain(error);
    }
  },
};
