import { parseHeaderParameters } from './parameters.js';

/** A parsed `Content-Type`. */
export interface MediaType {
  /** In lower case, without parameters; empty if the header is missing. */
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
