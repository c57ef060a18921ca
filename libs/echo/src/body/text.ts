import { isUtf8 } from 'node:buffer';

const utf8 = /^utf-?8$/i;

const createTextDecoder = (charset: string) => {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  }
};

const highControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes windows-1252 without TextDecoder, because some versions of Node decode it as ISO 8859-1. */
const decodeWindows1252 = (octets: Buffer): string =>
  octets.toString('latin1').replace(/[\x80-\x9f]/g, (char) => highControls.charAt(char.charCodeAt(0) - 0x80));

const decode = (octets: Buffer, charset: string): string => {
  const decoder = createTextDecoder(charset);
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(octets) : decoder.decode(octets);
};

/**
 * Decodes bytes as text; undefined if they are not valid in their encoding or contain NUL.
 * @param charset a label of the WHATWG Encoding Standard; UTF-8 if it is missing or unknown
 */
export const decodeText = (octets: Buffer, charset?: string): string | undefined => {
  let text: string;
  if (charset === undefined || utf8.test(charset)) {
    if (!isUtf8(octets)) return undefined;
    text = octets.toString('utf8');
  } else {
    try {
      text = decode(octets, charset);
    } catch {
      return undefined;
    }
  }
  return text.includes('\0') ? undefined : text;
};

const mediaType = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/;

/** Formats bytes as a `data:` URL (RFC 2397) with the type `essence`, or application/octet-stream if that is not a type. */
export const toDataUrl = (octets: Buffer, essence: string): string =>
  `data:${mediaType.test(essence) ? essence : 'application/octet-stream'};base64,${octets.toString('base64')}`;
