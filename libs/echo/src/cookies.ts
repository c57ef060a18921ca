import { objectText, quote } from './json-text.js';

const decode = (value: string): string => {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;

/** The cookies of a `Cookie` header as a JSON object: the first of a name wins, pieces without `=` are left out. */
export const cookiesText = (header: string): string => {
  if (header === '') return '{}';
  const cookies = new Map<string, string>();
  for (const piece of header.split(';')) {
    const equals = piece.indexOf('=');
    if (equals === -1) continue;
    const name = piece.slice(0, equals).trim();
    if (!cookies.has(name)) cookies.set(name, quote(decode(unquoted(piece.slice(equals + 1).trim()))));
  }
  return objectText(cookies);
};
