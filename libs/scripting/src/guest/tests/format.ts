import { show } from './show.js';

const formatInteger = (value: unknown): string => String(parseInt(show(value), 10));

const formatFraction = (value: unknown): string => String(parseFloat(show(value)));

const formatters: Readonly<Record<string, (value: unknown) => string>> = {
  s: show,
  d: formatInteger,
  i: formatInteger,
  f: formatFraction,
  o: show,
  O: show,
  j: show,
  // CSS, which plain text ignores.
  c: () => '',
};

/**
 * Formats a console line: fills in `%s` and similar (https://console.spec.whatwg.org/#formatter) and appends the
 * rest.
 */
export const format = (values: readonly unknown[]): string => {
  const [first, ...rest] = values;
  if (typeof first !== 'string' || rest.length === 0) return values.map(show).join(' ');
  let used = 0;
  const text = first.replace(/%([sdifoOjc%])/g, (token, kind: string) => {
    if (kind === '%') return '%';
    return used < rest.length ? (formatters[kind]?.(rest[used++]) ?? token) : token;
  });
  return [text, ...rest.slice(used).map(show)].join(' ');
};
