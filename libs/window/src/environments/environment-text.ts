import type { EnvironmentRow } from './environment-rows.js';
import { blankRow } from './environment-rows.js';

const isPlain = (value: string): boolean =>
  value === value.trim() && !/[\r\n]/.test(value) && !value.startsWith('"');

const lineOf = ({ name, value, enabled }: EnvironmentRow): string =>
  `${enabled ? '' : '# '}${name}=${isPlain(value) ? value : JSON.stringify(value)}`;

/** The variables as text, one `name=value` a line; `#` switches a line off, and a value of several lines is in quotes. */
export const textOfRows = (rows: readonly EnvironmentRow[]): string =>
  rows
    .filter(({ secret, name }) => !secret && name.trim() !== '')
    .map(lineOf)
    .join('\n');

const unquote = (text: string): string => {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
};

/** Rows of a text with the types of the variables that had those names before. */
export const restoreVariableTypes = (
  rows: readonly EnvironmentRow[],
  before: readonly EnvironmentRow[],
): readonly EnvironmentRow[] => {
  const types = new Map(before.map(({ name, type }) => [name, type]));
  return rows.map((row) => ({ ...row, type: types.get(row.name) }));
};

/** The variables that a text has; lines without `=` are names without a value. */
export const rowsOfText = (text: string): readonly EnvironmentRow[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .flatMap((line) => {
      const isOff = /^(#|\/\/)/.test(line);
      const pair = isOff ? line.replace(/^(#|\/\/)\s*/, '') : line;
      const at = pair.indexOf('=');
      const name = (at < 0 ? pair : pair.slice(0, at)).trim();
      if (name === '') return [];
      const value = at < 0 ? '' : unquote(pair.slice(at + 1).trim());
      return [{ ...blankRow, name, value, enabled: !isOff }];
    });
