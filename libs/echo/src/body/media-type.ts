import { decodeText } from './text.js';

/**
 * Matches a parameter of a header. In quotes, a backslash is an ordinary character unless it escapes a quote, because browsers send it
 * that way (WHATWG HTML, multipart form data).
 */
const parameter =
  /;[ \t]*(?:([^\s"=;]+)[ \t]*=[ \t]*(?:"((?:\\"(?![ \t]*(?:;|$))|[^"])*)"[^;]*|([^;]*))|(?:"[^"]*"|[^;"])*)/gy;

/** Parses the parameters of a header such as `Content-Type`, by name in lower case. If a name repeats, the first parameter counts. */
const parseHeaderParameters = (header: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const start = header.indexOf(';');
  if (start === -1) return found;
  for (const [, name, quoted, token] of header.slice(start).matchAll(parameter)) {
    const value = quoted?.replaceAll('\\"', '"') ?? token?.trim();
    const key = name?.toLowerCase();
    if (key !== undefined && value !== undefined && !found.has(key)) found.set(key, value);
  }
  return found;
};

/** The name and filename of a form part. */
export interface Disposition {
  readonly name: string;
  /** The filename; undefined for a field. An empty filename still makes the part a file. */
  readonly filename: string | undefined;
}

const decodeLatin1 = (latin1: string): string => decodeText(Buffer.from(latin1, 'latin1')) ?? latin1;

/** Decodes `filename*` (RFC 8187). Forms should not use it (RFC 7578, section 4.2), but some clients send nothing else. */
const decodeExtendedFilename = (value: string | undefined): string | undefined => {
  const found = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  try {
    return found === undefined ? undefined : decodeURIComponent(found);
  } catch {
    return found;
  }
};

/**
 * Parses the `Content-Disposition` of a part (RFC 7578, section 4.2). Names are UTF-8 and kept verbatim, except that `\"` is unescaped.
 * @param header one character per byte
 */
export const parseDisposition = (header = ''): Disposition => {
  const parameters = parseHeaderParameters(header);
  const filename = parameters.get('filename');
  return {
    name: decodeLatin1(parameters.get('name') ?? ''),
    filename:
      filename === undefined ? decodeExtendedFilename(parameters.get('filename*')) : decodeLatin1(filename),
  };
};

/** A parsed `Content-Type`. */
interface MediaType {
  /** The type in lower case, without parameters; empty if the header is missing. */
  readonly essence: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
}

/** The part of a `Content-Type` before its parameters, in lower case. */
export const parseEssence = (contentType: string): string => {
  const cut = contentType.indexOf(';');
  return (cut === -1 ? contentType : contentType.slice(0, cut)).trim().toLowerCase();
};

const toNonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** Parses a `Content-Type` (RFC 9110, section 8.3.1) with the parameters that the echo needs. */
export const parseMediaType = (contentType = ''): MediaType => {
  const parameters = parseHeaderParameters(contentType);
  return {
    essence: parseEssence(contentType),
    charset: toNonEmpty(parameters.get('charset')),
    boundary: toNonEmpty(parameters.get('boundary')),
  };
};
