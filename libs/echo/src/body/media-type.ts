import { parametersOf } from './parameters.js';

/** What a `Content-Type` says. */
export interface MediaType {
  /** In lower case, without parameters; empty when there is none. */
  readonly essence: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
}

/** The part of a `Content-Type` before its parameters, in lower case. */
export const essenceOf = (contentType: string): string => {
  const cut = contentType.indexOf(';');
  return (cut === -1 ? contentType : contentType.slice(0, cut)).trim().toLowerCase();
};

const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** Reads a `Content-Type` (RFC 9110 8.3.1), with what it takes of the parameters. */
export const parseMediaType = (contentType = ''): MediaType => {
  const parameters = parametersOf(contentType);
  return {
    essence: essenceOf(contentType),
    charset: filled(parameters.get('charset')),
    boundary: filled(parameters.get('boundary')),
  };
};
