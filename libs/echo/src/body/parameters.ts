/**
 * A parameter after a header's first word. In quotes a backslash is a character like any other, as browsers send it
 * (WHATWG HTML, multipart form data), unless it keeps a quote from ending the value.
 */
const parameter =
  /;[ \t]*(?:([^\s"=;]+)[ \t]*=[ \t]*(?:"((?:\\"(?![ \t]*(?:;|$))|[^"])*)"[^;]*|([^;]*))|(?:"[^"]*"|[^;"])*)/gy;

/** The parameters of a header such as `Content-Type`, by their names in lower case; the first of a name counts. */
export const parametersOf = (header: string): ReadonlyMap<string, string> => {
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
