import { stepsAtOnce, stepsInSlices, type Stepwise } from '../in-slices.js';

/** Bytes as text. */
export interface DecodedText {
  readonly text: string;
  /** The charset that it was read in, as the Encoding Standard names it. */
  readonly charset: string;
  /** Whether some bytes mean nothing in that charset; U+FFFD stands for them. */
  readonly isBroken: boolean;
}

/** The charset that a content type names. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];

/** The name of a charset in the Encoding Standard; undefined if it has none. */
const resolveCharset = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
};

/** The charset of a byte order mark, and of XML in UTF-16 without one (XML 1.0, appendix F). */
const charsetOfFirstBytes = (bytes: Uint8Array): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  return first === 0 && second === 0x3c && third === 0 && fourth === 0x3f ? 'utf-16be' : undefined;
};

/** A document declares its charset within so many bytes. */
const declaringBytes = 1024;

const declarations = [
  /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/,
  /^\s*@charset "([\w.:-]+)";/,
] as const;
const htmlDeclaration = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
// A comment ends at the first `-->`: were it allowed to go on, there would be countless ways to read many of them.
const isHtml = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|meta)\b/i;

/** The charset that XML, CSS or HTML declares for itself; one of UTF-16 means UTF-8, because it was read as bytes. */
const findDeclaredCharset = (bytes: Uint8Array, contentType: string): string | undefined => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declaringBytes));
  const found =
    declarations.map((one) => one.exec(start)?.[1]).find((one) => one !== undefined) ??
    (/html/i.test(contentType) || isHtml.test(start) ? htmlDeclaration.exec(start)?.[1] : undefined);
  const charset = resolveCharset(found);
  return charset?.startsWith('utf-16') === true ? 'utf-8' : charset;
};

/** How many bytes are decoded in one step: that takes a few milliseconds. */
const stepBytes = 4 * 1024 * 1024;

/** @throws TypeError if bytes mean nothing in the charset, and `fatal` is set */
function* decodeAsCharset(charset: string, bytes: Uint8Array, fatal: boolean): Stepwise<string> {
  // Node 20 decodes windows-1252 as ISO 8859-1 in one piece, but correctly as a stream.
  const decoder = new TextDecoder(charset, { fatal });
  const texts: string[] = [];
  for (let from = 0; from < bytes.length; from += stepBytes) {
    texts.push(decoder.decode(bytes.subarray(from, from + stepBytes), { stream: true }));
    yield undefined;
  }
  texts.push(decoder.decode());
  const text = texts.join('');
  yield undefined;
  return text;
}

function* decodeStepwise(bytes: Uint8Array, contentType: string): Stepwise<DecodedText> {
  const charset =
    charsetOfFirstBytes(bytes) ??
    resolveCharset(charsetOf(contentType)) ??
    findDeclaredCharset(bytes, contentType) ??
    'utf-8';
  try {
    return { text: yield* decodeAsCharset(charset, bytes, true), charset, isBroken: false };
  } catch {
    return { text: yield* decodeAsCharset(charset, bytes, false), charset, isBroken: true };
  }
}

/**
 * Decodes bytes in the charset of their byte order mark, else of their content type, else of what the document itself declares
 * (RFC 7303, section 3), else as UTF-8. A byte order mark is no part of the text.
 */
export const decodeText = (bytes: Uint8Array, contentType = ''): DecodedText =>
  stepsAtOnce(decodeStepwise(bytes, contentType));

/** Decodes bytes as {@link decodeText} does, and lets others have a turn while many are decoded. */
export const decodeTextInSlices = (bytes: Uint8Array, contentType = ''): Promise<DecodedText> =>
  stepsInSlices(decodeStepwise(bytes, contentType));

/** The text of a file or document, or why it has none: bytes are never replaced there. */
export type FileText = { readonly text: string } | { readonly problem: string };

const fileTextOf = ({ text, charset, isBroken }: DecodedText): FileText => {
  if (!isBroken) return { text };
  const end = text.indexOf('\ufffd');
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  const what = charset === 'utf-8' ? 'UTF-8, nor UTF-16 with a byte order mark' : charset;
  return { problem: `line ${line} is not text in ${what}; save the file as UTF-8` };
};

/** The text of a file that a person or a program wrote, by its byte order mark and content type. */
export const fileText = (bytes: Uint8Array, contentType?: string): FileText =>
  fileTextOf(decodeText(bytes, contentType));

/** The text of a file as {@link fileText} has it; others have a turn while a long one is decoded. */
export const fileTextInSlices = async (bytes: Uint8Array): Promise<FileText> =>
  fileTextOf(await decodeTextInSlices(bytes));
