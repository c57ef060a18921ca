/** What a `Content-Type` says. */
export interface MediaType {
  /** In lower case, without parameters; empty when there is none. */
  readonly essence: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
}

const parameter = (text: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))`, 'i').exec(text);
  const value = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2]?.trim();
  return value === '' ? undefined : value;
};

/** The part of a `Content-Type` before its parameters, in lower case. */
export const essenceOf = (contentType: string): string => {
  const cut = contentType.indexOf(';');
  return (cut === -1 ? contentType : contentType.slice(0, cut)).trim().toLowerCase();
};

/** Reads a `Content-Type` (RFC 9110 8.3.1), with what it takes of the parameters. */
export const parseMediaType = (contentType = ''): MediaType => ({
  essence: essenceOf(contentType),
  charset: parameter(contentType, 'charset'),
  boundary: parameter(contentType, 'boundary'),
});
