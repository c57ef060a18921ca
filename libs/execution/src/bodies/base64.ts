/** Encodes bytes of any length as base64 (RFC 4648, section 4). */
export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
