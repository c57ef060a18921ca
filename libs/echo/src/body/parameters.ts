/**
 * A header parameter. In quotes a backslash is an ordinary character, as browsers send it (WHATWG HTML, multipart
 * form data), unless it escapes a quote.
 */
const parameter =
  /;[ \t]*(?:([^\s"=;]+)[ \t]*=[ \t]*(?:"((?:\\"(?![ \t]*(?:;|$))|[^"])*)"[^;]*|([^;]*))|(?:"[^"]*"|[^;"])*)/gy;

/** The parameters of a header such as `Content-Type`, by name in lower case. The first of several with one name counts. */
export const parseHeaderParameters = (header: string): ReadonlyMap<string, string> => {
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
