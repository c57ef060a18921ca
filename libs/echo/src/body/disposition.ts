import { parseHeaderParameters } from './parameters.js';
import { decodeText } from './text.js';

/** The name and filename of a form part. */
export interface Disposition {
  readonly name: string;
  /** Undefined for a field; an empty name still makes the part a file. */
  readonly filename: string | undefined;
}

const decodeLatin1 = (latin1: string): string => decodeText(Buffer.from(latin1, 'latin1')) ?? latin1;

/** `filename*` (RFC 8187). Forms should not use it (RFC 7578, section 4.2), but some clients send nothing else. */
const decodeExtendedFilename = (value: string | undefined): string | undefined => {
  const found = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  try {
    return found === undefined ? undefined : decodeURIComponent(found);
  } catch {
    return found;
  }
};

/**
 * Reads the `Content-Disposition` of a part (RFC 7578, section 4.2): names are UTF-8 and verbatim, except that `\"` is
 * unescaped.
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
