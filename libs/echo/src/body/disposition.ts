import { parametersOf } from './parameters.js';
import { textOf } from './text.js';

/** What a part of a form says about itself. */
export interface Disposition {
  readonly name: string;
  /** Undefined for a field; an empty one still makes a file. */
  readonly filename: string | undefined;
}

const octetsAsText = (latin1: string): string => textOf(Buffer.from(latin1, 'latin1')) ?? latin1;

/** `filename*` (RFC 8187); a form should not have it (RFC 7578 4.2), but some clients send nothing else. */
const extended = (value: string | undefined): string | undefined => {
  const found = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  try {
    return found === undefined ? undefined : decodeURIComponent(found);
  } catch {
    return found;
  }
};

/**
 * Reads the `Content-Disposition` of a part (RFC 7578 4.2): names verbatim, UTF-8, with only `\"` undone.
 * @param header one character an octet
 */
export const parseDisposition = (header = ''): Disposition => {
  const parameters = parametersOf(header);
  const filename = parameters.get('filename');
  return {
    name: octetsAsText(parameters.get('name') ?? ''),
    filename: filename === undefined ? extended(parameters.get('filename*')) : octetsAsText(filename),
  };
};
