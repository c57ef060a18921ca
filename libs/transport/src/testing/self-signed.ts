import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes one ASN.1 value in DER (X.690): tag, length, content. */
const encodeDer = (tag: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};

const encodeSequence = (...parts: readonly Buffer[]) => encodeDer(0x30, ...parts);
const encodeInteger = (value: number) => encodeDer(0x02, Buffer.from([value]));
const ecdsaWithSha256 = encodeSequence(encodeDer(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const encodeName = (name: string) =>
  encodeSequence(
    encodeDer(0x31, encodeSequence(encodeDer(0x06, Buffer.from('550403', 'hex')), encodeDer(0x0c, name))),
  );

const formatPem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;

/** Creates a key and a self-signed certificate for `name` (RFC 5280), valid until 2049. */
export const createSelfSigned = (name: string): { readonly key: string; readonly cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const validity = encodeSequence(encodeDer(0x17, '200101000000Z'), encodeDer(0x17, '491231235959Z'));
  const signed = encodeSequence(
    encodeDer(0xa0, encodeInteger(2)),
    encodeInteger(1),
    ecdsaWithSha256,
    encodeName(name),
    validity,
    encodeName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: formatPem('CERTIFICATE', encodeSequence(signed, ecdsaWithSha256, signature)),
  };
};
