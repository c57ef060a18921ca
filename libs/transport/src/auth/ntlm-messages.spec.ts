import { describe, expect, it } from 'vitest';

import {
  createAuthenticateMessage,
  negotiateMessage,
  createNtlmResponses,
  readChallenge,
} from './ntlm-messages.js';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

/** The example values of MS-NLMP, section 4.2.1. */
const user = { username: 'User', password: 'Password', domain: 'Domain' };
const fresh = { nonce: Buffer.alloc(8, 0xaa), now: new Date(-11_644_473_600_000) };

/** The CHALLENGE_MESSAGE of section 4.2.4.3. */
const example = hex(`
  4e544c4d53535000 02000000 0c000c0038000000 33828ae2 0123456789abcdef 0000000000000000 2400240044000000
  060070170000000f 530065007200760065007200 02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000`);

const exampleTarget = hex('02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000');

const parseChallenge = (message: Buffer) => {
  const challenge = readChallenge(message);
  if (challenge === undefined) throw new Error('not a challenge');
  return challenge;
};

/** The field of a message whose length and offset are at `at`. */
const getField = (message: Buffer, at: number): Buffer => {
  const from = message.readUInt32LE(at + 4);
  return message.subarray(from, from + message.readUInt16LE(at));
};

describe('NTLMv2', { tags: 'auth:ntlm' }, () => {
  it('has the responses and the session key of the example in MS-NLMP, section 4.2.4', async () => {
    const { nt, lm, sessionKey } = await createNtlmResponses(parseChallenge(example), user, fresh);
    expect(nt.subarray(0, 16)).toEqual(hex('68cd0ab851e51c96aabc927bebef6a1c'));
    expect(nt.subarray(16)).toEqual(
      Buffer.concat([
        hex('0101000000000000 0000000000000000 aaaaaaaaaaaaaaaa 00000000'),
        exampleTarget,
        Buffer.alloc(4),
      ]),
    );
    expect(lm).toEqual(hex('86c35097ac9cec102554764a57cccc19 aaaaaaaaaaaaaaaa'));
    expect(sessionKey).toEqual(hex('8de40ccadbc14a82f15cb0ad0de95ca3'));
  });

  it('has the time in units of 100 ns since 1601', async () => {
    const { nt } = await createNtlmResponses(parseChallenge(example), user, { ...fresh, now: new Date(1) });
    expect(nt.readBigUInt64LE(24)).toBe(116_444_736_000_010_000n);
  });

  it('has the responses, the domain and the user of the example in its last message', async () => {
    const challenge = parseChallenge(example);
    const message = await createAuthenticateMessage(challenge, user, fresh);
    const { nt, lm } = await createNtlmResponses(challenge, user, fresh);
    expect([12, 20, 28, 36, 44, 52].map((at) => getField(message, at))).toEqual([
      lm,
      nt,
      Buffer.from('Domain', 'utf16le'),
      Buffer.from('User', 'utf16le'),
      Buffer.alloc(0),
      Buffer.alloc(0),
    ]);
    expect(message.subarray(72, 88)).toEqual(Buffer.alloc(16));
  });

  it('answers a server that sends its time with an integrity code, and without LMv2', async () => {
    const time = Buffer.from('0102030405060708', 'hex');
    const [name, flags] = [Buffer.from('A', 'utf16le'), Buffer.from('01000000', 'hex')];
    const target = [
      [2, name],
      [6, flags],
      [7, time],
    ] as const;
    const { nt, lm, hasCode } = await createNtlmResponses({ nonce: Buffer.alloc(8), target }, user, fresh);
    expect({ lm, hasCode }).toEqual({ lm: Buffer.alloc(24), hasCode: true });
    expect(nt.subarray(16)).toEqual(
      hex(
        '0101000000000000 0102030405060708 aaaaaaaaaaaaaaaa 00000000 020002004100 070008000102030405060708 0600040003000000 00000000 00000000',
      ),
    );
    const without = await createNtlmResponses({ nonce: Buffer.alloc(8), target: [[7, time]] }, user, fresh);
    expect(without.nt.subarray(44)).toEqual(
      hex('070008000102030405060708 0600040002000000 00000000 00000000'),
    );
  });

  it('offers nothing weaker than Unicode and NTLMv2 in its first message', () => {
    expect(negotiateMessage.subarray(0, 12)).toEqual(Buffer.from('NTLMSSP\0\x01\0\0\0', 'latin1'));
    expect(negotiateMessage.readUInt32LE(12) & 0x80001).toBe(0x80001);
  });

  it.each([
    ['', 'nothing'],
    ['4e544c4d53535000', 'no type'],
    [negotiateMessage.toString('hex'), 'another message'],
    [example.toString('hex').replace('2400240044000000', 'ffffffff44000000'), 'a missing target'],
    [`00${example.toString('hex').slice(2)}`, 'another signature'],
  ])('rejects a challenge from %s: %s', (bytes) => {
    expect(readChallenge(hex(bytes))).toBeUndefined();
  });

  it.each([0, 1, 3, 30, 200])('reads truncated attributes: %d bytes', async (length) => {
    const target = Buffer.concat([hex('0300ffff'), Buffer.alloc(length, 1)]).subarray(0, length);
    const message = Buffer.concat([example.subarray(0, 48), target]);
    message.writeUInt16LE(length, 40);
    message.writeUInt32LE(48, 44);
    const { nt } = await createNtlmResponses(parseChallenge(message), user, fresh);
    expect(nt.length).toBeGreaterThanOrEqual(16 + 28 + 8);
  });
});
