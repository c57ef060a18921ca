import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { md4 } from 'hash-wasm';

/** Options of an NTLM server. The defaults are those of Windows. */
export interface NtlmRules {
  /** The users who may sign in. */
  readonly users: readonly { readonly username: string; readonly password: string }[];
  /** Whether the server sends its time, and therefore requires an integrity code. */
  readonly hasTime?: boolean;
  /** How the server closes the connection after its challenge. Missing if it does not. */
  readonly closes?: 'politely' | 'at once';
  /** The schemes that the server offers to a request without NTLM. */
  readonly offers?: readonly string[];
  /** The challenge that the server sends instead of a valid one. */
  readonly challenge?: string;
}

/** A request as the server has received it. */
export interface NtlmRequest {
  readonly message: 'none' | 'negotiate' | 'authenticate';
  readonly socket: Socket;
  readonly body: string;
  readonly domain?: string;
  readonly username?: string;
  readonly hasCode?: boolean;
}

const encodeAttribute = (id: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
};

const encodeUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const time = Buffer.from('0090d336b734c301', 'hex');

/** Creates a CHALLENGE_MESSAGE (MS-NLMP, section 2.2.1.2). */
const createChallengeMessage = (nonce: Buffer, hasTime: boolean): Buffer => {
  const name = encodeUtf16('SERVER');
  const target = Buffer.concat([
    encodeAttribute(2, encodeUtf16('DOMAIN')),
    encodeAttribute(1, name),
    ...(hasTime ? [encodeAttribute(7, time)] : []),
    encodeAttribute(0, Buffer.alloc(0)),
  ]);
  const head = Buffer.alloc(56);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(name.length, 12);
  head.writeUInt16LE(name.length, 14);
  head.writeUInt32LE(56, 16);
  head.writeUInt32LE(0xa2898205, 20);
  nonce.copy(head, 24);
  head.writeUInt16LE(target.length, 40);
  head.writeUInt16LE(target.length, 42);
  head.writeUInt32LE(56 + name.length, 44);
  return Buffer.concat([head, name, target]);
};

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest();

const readField = (message: Buffer, at: number): Buffer => {
  const from = message.readUInt32LE(at + 4);
  return message.subarray(from, from + message.readUInt16LE(at));
};

interface NtlmConversation {
  readonly negotiate: Buffer;
  readonly challenge: Buffer;
  readonly nonce: Buffer;
}

/** Parses the attributes in an NTLMv2 response (MS-NLMP, section 2.2.2.7). */
const parseAttributes = (response: Buffer): ReadonlyMap<number, Buffer> => {
  const found = new Map<number, Buffer>();
  for (let at = 44; response.readUInt16LE(at) !== 0; at += 4 + response.readUInt16LE(at + 2))
    found.set(response.readUInt16LE(at), response.subarray(at + 4, at + 4 + response.readUInt16LE(at + 2)));
  return found;
};

/** Verifies an AUTHENTICATE_MESSAGE according to MS-NLMP, section 3.3.2. */
const verifyMessage = async (
  message: Buffer,
  talk: NtlmConversation,
  { users, hasTime = false }: NtlmRules,
) => {
  const [domain, username] = [readField(message, 28), readField(message, 36)].map((one) =>
    one.toString('utf16le'),
  );
  const nt = readField(message, 20);
  const isCodeSaid = parseAttributes(nt).get(6)?.readUInt32LE(0) === 2;
  const who = { domain: domain ?? '', username: username ?? '', hasCode: isCodeSaid };
  const known = users.find((one) => one.username === username);
  if (known === undefined || isCodeSaid !== hasTime) return { ...who, isRight: false };
  const hash = Buffer.from(await md4(encodeUtf16(known.password)), 'hex');
  // In Windows, ß has no upper case.
  const upper = known.username.replace(/[^ß]/g, (one) => one.toUpperCase());
  const key = hmac(hash, encodeUtf16(upper + who.domain));
  const proof = hmac(key, talk.nonce, nt.subarray(16));
  const plain = Buffer.from(message);
  plain.fill(0, 72, 88);
  const code = hmac(hmac(key, proof), talk.negotiate, talk.challenge, plain);
  const isCodeRight = !hasTime || code.equals(message.subarray(72, 88));
  return { ...who, isRight: proof.equals(nt.subarray(0, 16)) && isCodeRight };
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** Creates a server that authenticates connections with NTLMv2 and checks each response. Records all requests in `seen`. */
export const createNtlmServer = (rules: NtlmRules, seen: NtlmRequest[]): RequestListener => {
  const talks = new WeakMap<Socket, NtlmConversation>();
  const refuse = (response: ServerResponse): void => {
    response.writeHead(401, { 'www-authenticate': [...(rules.offers ?? ['Negotiate', 'NTLM'])] });
    response.end('who are you?');
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket } = request;
    const body = await readBody(request);
    const token = /^NTLM (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const message = Buffer.from(token ?? '', 'base64');
    if (message.length < 12 || rules.offers !== undefined) {
      seen.push({ message: token === undefined ? 'none' : 'negotiate', socket, body });
      refuse(response);
      return;
    }
    if (message.readUInt32LE(8) === 1) {
      seen.push({ message: 'negotiate', socket, body });
      const nonce = randomBytes(8);
      const challenge = createChallengeMessage(nonce, rules.hasTime === true);
      talks.set(socket, { negotiate: message, challenge, nonce });
      if (rules.closes === 'politely') response.setHeader('connection', 'close');
      const sent = rules.challenge ?? `NTLM ${challenge.toString('base64')}`;
      response.writeHead(401, { 'www-authenticate': sent });
      response.end('who are you?', () => rules.closes === 'at once' && socket.destroy());
      return;
    }
    const talk = talks.get(socket);
    talks.delete(socket);
    if (talk === undefined) {
      seen.push({ message: 'authenticate', socket, body });
      refuse(response);
      return;
    }
    const { isRight, ...who } = await verifyMessage(message, talk, rules);
    seen.push({ message: 'authenticate', socket, body, ...who });
    if (!isRight) refuse(response);
    else response.end(`hello ${who.domain}\\${who.username}: ${request.method ?? ''} ${body}`);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  };
};
