import { createHmac } from 'node:crypto';

/** The flags of messages (MS-NLMP, section 2.2.2.5). */
const flags = {
  unicode: 0x1,
  oem: 0x2,
  requestTarget: 0x4,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSecurity: 0x80000,
  targetInfo: 0x800000,
  with128Bits: 0x20000000,
  with56Bits: 0x80000000,
} as const;

const requestedFlags = Object.values(flags).reduce((sum, flag) => sum + flag, 0);

/** The ids of target attributes (MS-NLMP, section 2.2.2.1). */
const attributes = { end: 0, flags: 6, timestamp: 7 } as const;

/** The `MsvAvFlags` value of a message with an integrity code. */
const integrityCodeFlag = 0x2;

const signature = Buffer.from('NTLMSSP\0', 'latin1');

const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHmac('md5', key)).digest();

/** The user to authenticate. */
export interface NtlmUser {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
}

/** The attributes of the target, without the one that marks their end. */
type Attributes = readonly (readonly [id: number, value: Buffer])[];

/** The server's challenge (MS-NLMP, section 2.2.1.2). */
export interface NtlmChallenge {
  /** The message exactly as it was received. */
  readonly message: Buffer;
  readonly flags: number;
  readonly nonce: Buffer;
  readonly target: Attributes;
}

/** The first message, which is always the same (MS-NLMP, section 2.2.1.1). */
export const negotiateMessage: Buffer = (() => {
  const message = Buffer.alloc(40);
  signature.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(requestedFlags, 12);
  return message;
})();

const readAttributes = (bytes: Buffer): Attributes => {
  const found: [number, Buffer][] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    if (id === attributes.end) break;
    found.push([id, bytes.subarray(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return found;
};

const writeAttributes = (all: Attributes): Buffer =>
  Buffer.concat(
    [...all, [attributes.end, Buffer.alloc(0)] as const].flatMap(([id, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id, 0);
      head.writeUInt16LE(value.length, 2);
      return [head, value];
    }),
  );

/** Reads a challenge. Undefined if the bytes are invalid. */
export const readChallenge = (message: Buffer): NtlmChallenge | undefined => {
  if (message.length < 32 || !message.subarray(0, 8).equals(signature) || message.readUInt32LE(8) !== 2)
    return undefined;
  const offered = message.readUInt32LE(20);
  const nonce = message.subarray(24, 32);
  if ((offered & flags.targetInfo) === 0 || message.length < 48)
    return { message, flags: offered, nonce, target: [] };
  const [length, from] = [message.readUInt16LE(40), message.readUInt32LE(44)];
  if (from + length > message.length) return undefined;
  return { message, flags: offered, nonce, target: readAttributes(message.subarray(from, from + length)) };
};

/** Converts text to upper case as Windows does: a character such as ß, whose upper case is longer (SS), stays as it is. */
const toWindowsUpperCase = (text: string): string =>
  text
    .split('')
    .map((one) => (one.toUpperCase().length === 1 ? one.toUpperCase() : one))
    .join('');

/** Computes NTOWFv2 (MS-NLMP, section 3.3.2). */
const createResponseKey = async ({ username, password, domain }: NtlmUser): Promise<Buffer> => {
  // MD4 is loaded here because it is large and few requests need it.
  const { md4 } = await import('hash-wasm');
  return hmac(
    Buffer.from(await md4(Buffer.from(password, 'utf16le')), 'hex'),
    Buffer.from(toWindowsUpperCase(username) + domain, 'utf16le'),
  );
};

/** Converts milliseconds since 1970 to units of 100 ns since 1601. */
const toFileTime = (now: Date): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(now.getTime()) + 11_644_473_600_000n) * 10_000n);
  return bytes;
};

/** The values that make each response different. */
export interface Freshness {
  /** 8 random bytes. */
  readonly nonce: Uint8Array;
  readonly now: Date;
}

/** Computes the responses to a challenge and the session key (MS-NLMP, section 3.3.2). */
export const createNtlmResponses = async (
  { nonce, target }: Pick<NtlmChallenge, 'nonce' | 'target'>,
  user: NtlmUser,
  fresh: Freshness,
) => {
  const key = await createResponseKey(user);
  const time = target.find(([id]) => id === attributes.timestamp)?.[1];
  const said = target.find(([id]) => id === attributes.flags)?.[1];
  const code = Buffer.alloc(4);
  code.writeUInt32LE(((said?.length === 4 ? said.readUInt32LE(0) : 0) | integrityCodeFlag) >>> 0);
  // A server that sends its time requires an integrity code, and then there is no LMv2 response (section 3.1.5.1.2).
  const answered: Attributes =
    time === undefined
      ? target
      : [...target.filter(([id]) => id !== attributes.flags), [attributes.flags, code]];
  const temp = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    time ?? toFileTime(fresh.now),
    fresh.nonce,
    Buffer.alloc(4),
    writeAttributes(answered),
    Buffer.alloc(4),
  ]);
  const proof = hmac(key, nonce, temp);
  return {
    nt: Buffer.concat([proof, temp]),
    lm: time === undefined ? Buffer.concat([hmac(key, nonce, fresh.nonce), fresh.nonce]) : Buffer.alloc(24),
    sessionKey: hmac(key, proof),
    hasCode: time !== undefined,
  };
};

const headLength = 88;
const integrityCodeOffset = 72;

/** Creates the last message, with the NTLMv2 response (MS-NLMP, section 2.2.1.3). */
export const createAuthenticateMessage = async (
  challenge: NtlmChallenge,
  user: NtlmUser,
  fresh: Freshness,
): Promise<Buffer> => {
  const { nt, lm, sessionKey, hasCode } = await createNtlmResponses(challenge, user, fresh);
  const encoding = (challenge.flags & flags.unicode) === 0 ? 'latin1' : 'utf16le';
  const text = (one: string): Buffer => Buffer.from(one, encoding);
  const fields = [lm, nt, text(user.domain), text(user.username), text(''), Buffer.alloc(0)];
  const head = Buffer.alloc(headLength);
  signature.copy(head);
  head.writeUInt32LE(3, 8);
  fields.reduce((offset, field, index) => {
    const at = 12 + index * 8;
    head.writeUInt16LE(field.length, at);
    head.writeUInt16LE(field.length, at + 2);
    head.writeUInt32LE(offset, at + 4);
    return offset + field.length;
  }, headLength);
  head.writeUInt32LE((challenge.flags & requestedFlags) >>> 0, 60);
  const message = Buffer.concat([head, ...fields]);
  if (hasCode)
    hmac(sessionKey, negotiateMessage, challenge.message, message).copy(message, integrityCodeOffset);
  return message;
};
