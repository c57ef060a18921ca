import { textOf } from './text.js';

/** What a part of a form says about itself. */
export interface Disposition {
  readonly name: string;
  /** Undefined for a field; an empty one still makes a file. */
  readonly filename: string | undefined;
}

const octetsAsText = (latin1: string): string => textOf(Buffer.from(latin1, 'latin1')) ?? latin1;

const parameter = (header: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))`, 'is').exec(header);
  const value = found?.[1]?.replace(/\\(["\\])/g, '$1') ?? found?.[2]?.trim();
  return value === undefined ? undefined : octetsAsText(value);
};

/** `filename*` (RFC 8187); a form should not have it (RFC 7578 4.2), but some clients send nothing else. */
const extended = (header: string): string | undefined => {
  const found = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;]*)/i.exec(header)?.[1]?.trim();
  try {
    return found === undefined ? undefined : decodeURIComponent(found);
  } catch {
    return found;
  }
};

/**
 * Reads the `Content-Disposition` of a part (RFC 7578 4.2): names verbatim, UTF-8, with only `\"` and `\\` undone.
 * @param header one character an octet
 */
export const parseDisposition = (header = ''): Disposition => ({
  name: parameter(header, 'name') ?? '',
  filename: parameter(header, 'filename') ?? extended(header),
});
