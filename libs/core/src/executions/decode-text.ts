import { runStepsAtOnce, runStepsInSlices, type Stepwise } from '../in-slices.js';

/** Text that was decoded from bytes. */
export interface DecodedText {
  readonly text: string;
  /** The charset that was used, by its name in the Encoding Standard. */
  readonly charset: string;
  /** Whether some bytes are invalid in that charset. They become U+FFFD. */
  readonly isBroken: boolean;
}

/** Parses the charset of a content type. */
export const parseCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];

/** The name of a charset in the Encoding Standard; undefined for an unknown charset. */
const resolveCharset = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
};

/** The charset of a byte order mark, and of XML in UTF-16 without one (XML 1.0, appendix F). */
const detectCharset = (bytes: Uint8Array): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  return first === 0 && second === 0x3c && third === 0 && fourth === 0x3f ? 'utf-16be' : undefined;
};

/** Number of bytes at the start of a document that are searched for a charset declaration. */
const declaringBytes = 1024;

const declarations = [
  /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/,
  /^\s*@charset "([\w.:-]+)";/,
] as const;
const htmlDeclaration = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
// A comment ends at the first `-->`: otherwise the regular expression would backtrack exponentially on many comments.
const isHtml = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|meta)\b/i;

/** The charset that XML, CSS or HTML declares. A declared UTF-16 means UTF-8, because the declaration itself was readable byte by byte. */
const findDeclaredCharset = (bytes: Uint8Array, contentType: string): string | undefined => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declaringBytes));
  const found =
    declarations.map((one) => one.exec(start)?.[1]).find((one) => one !== undefined) ??
    (/html/i.test(contentType) || isHtml.test(start) ? htmlDeclaration.exec(start)?.[1] : undefined);
  const charset = resolveCharset(found);
  return charset?.startsWith('utf-16') === true ? 'utf-8' : charset;
};

/** Number of bytes decoded in one step, which takes a few milliseconds. */
const stepBytes = 4 * 1024 * 1024;

/** @throws TypeError if bytes are invalid in the charset, and `fatal` is set */
function* decodeAsCharset(charset: string, bytes: Uint8Array, fatal: boolean): Stepwise<string> {
  // In one piece, Node 20 decodes windows-1252 as ISO 8859-1. As a stream, it decodes the charset correctly.
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
    detectCharset(bytes) ??
    resolveCharset(parseCharset(contentType)) ??
    findDeclaredCharset(bytes, contentType) ??
    'utf-8';
  try {
    return { text: yield* decodeAsCharset(charset, bytes, true), charset, isBroken: false };
  } catch {
    return { text: yield* decodeAsCharset(charset, bytes, false), charset, isBroken: true };
  }
}

/**
 * Decodes bytes in the charset of their byte order mark, their content type, or the document's own declaration (RFC
 * 7303, section 3), in that order, otherwise as UTF-8. The byte order mark is dropped.
 */
export const decodeText = (bytes: Uint8Array, contentType = ''): DecodedText =>
  runStepsAtOnce(decodeStepwise(bytes, contentType));

/** Decodes bytes like {@link decodeText}, but yields between steps. */
export const decodeTextInSlices = (bytes: Uint8Array, contentType = ''): Promise<DecodedText> =>
  runStepsInSlices(decodeStepwise(bytes, contentType));

/** The text of a file or document, or why it cannot be decoded. Invalid bytes are never replaced. */
export type FileText = { readonly text: string } | { readonly problem: string };

const toFileText = ({ text, charset, isBroken }: DecodedText): FileText => {
  if (!isBroken) return { text };
  const end = text.indexOf('\ufffd');
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  const what = charset === 'utf-8' ? 'UTF-8, nor UTF-16 with a byte order mark' : charset;
  return { problem: `line ${line} is not text in ${what}; save the file as UTF-8` };
};

/** A zip archive, which begins with the header of its first file (PKWARE APPNOTE, section 4.3.7). */
const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;

const zipProblem: FileText = {
  problem: 'the bytes are those of a zip archive; unpack it, and use the folder or the files in it',
};

/** Decodes the text of a file by its byte order mark and content type. */
export const decodeFileText = (bytes: Uint8Array, contentType?: string): FileText =>
  isZip(bytes) ? zipProblem : toFileText(decodeText(bytes, contentType));

/** Decodes the text of a file like {@link decodeFileText}, but yields while it decodes a long file. */
export const decodeFileTextInSlices = async (bytes: Uint8Array): Promise<FileText> =>
  isZip(bytes) ? zipProblem : toFileText(await decodeTextInSlices(bytes));
