import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A key, and its id, which sealed values contain. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Encrypts what a database must not hold in plain text. */
export interface Sealing {
  /** The stored form of a text; an empty text stays empty. */
  readonly seal: (text: string) => string;
  /** The text of a stored form; undefined if its key is missing or the form was altered. */
  readonly open: (stored: string) => string | undefined;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const mark = 'sealed:1:';

const toSecretKey = (bytes: Uint8Array): SecretKey => ({
  id: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  bytes,
});

/** A new random key. */
export const createSecretKey = (): SecretKey => toSecretKey(randomBytes(keyBytes));

/** The form of a key in a file or a keychain. */
export const formatKey = ({ bytes }: SecretKey): string => Buffer.from(bytes).toString('base64');

/** The key of a text of {@link formatKey}; undefined for any other text. */
export const parseKey = (text: string): SecretKey | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === keyBytes ? toSecretKey(bytes) : undefined;
};

const deriveKey = (bytes: Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `tandem ${use}`, keyBytes));

const createKeySealing = ({ id, bytes }: SecretKey): Sealing => {
  const [encryption, nonces] = [deriveKey(bytes, 'encryption'), deriveKey(bytes, 'nonces')];
  const prefix = `${mark}${id}:`;
  return {
    seal: (text) => {
      if (text === '') return '';
      const nonce = createHmac('sha256', nonces).update(text).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce);
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${prefix}${Buffer.concat(sealed).toString('base64')}`;
    },
    open: (stored) => {
      const all = Buffer.from(stored.slice(prefix.length), 'base64');
      if (all.length < nonceBytes + tagBytes) return undefined;
      try {
        const cipher = createDecipheriv('aes-256-gcm', encryption, all.subarray(0, nonceBytes));
        cipher.setAuthTag(all.subarray(-tagBytes));
        return Buffer.concat([cipher.update(all.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
};

/** The id of the key that sealed a stored form; undefined for a text in plain. */
export const getSealingKeyId = (stored: string): string | undefined =>
  stored.startsWith(mark) ? stored.slice(mark.length).split(':', 1)[0] : undefined;

/**
 * Seals with `key` and opens what any of `keys` has sealed (AES-256-GCM). The nonce is an HMAC of the text, so that equal
 * texts have equal stored forms, which columns that must be unique rely on, and no nonce is used for two texts.
 */
export const createSealing = (key: SecretKey, keys: readonly SecretKey[] = []): Sealing => {
  const own = createKeySealing(key);
  const all = new Map([...keys, key].map((one) => [one.id, one.id === key.id ? own : createKeySealing(one)]));
  return {
    seal: own.seal,
    open: (stored) => {
      const id = getSealingKeyId(stored);
      return id === undefined ? stored : all.get(id)?.open(stored);
    },
  };
};
