import type { Pair } from '@tandem/core';

import { variableToken } from '../../variable-token.js';

/** Converts the headers of a response to rows. A repeated header, such as set-cookie, has one row per value. */
export const toHeaderRows = (headers: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value, enabled: true })),
  );

/** The prefix of a disabled row. */
const disabledMark = '//';

/** Formats a name or value for a line: as a JSON string if it would be ambiguous. */
const formatPiece = (text: string, isName: boolean): string =>
  text !== text.trim() || /[\r\n]|^"/.test(text) || (isName && (text === '' || /:|^\/\//.test(text)))
    ? JSON.stringify(text)
    : text;

/** Formats rows as text, one `name: value` per line. Disabled rows start with `//`. */
export const formatRows = (rows: readonly Pair[]): string =>
  rows
    .map(
      ({ name, value, enabled }) =>
        `${enabled ? '' : `${disabledMark} `}${formatPiece(name, true)}: ${formatPiece(value, false)}`,
    )
    .join('\n');

const readPiece = (text: string): string => {
  const piece = text.trim();
  if (!piece.startsWith('"')) return piece;
  try {
    const read: unknown = JSON.parse(piece);
    return typeof read === 'string' ? read : piece;
  } catch {
    return piece;
  }
};

const getName = new RegExp(String.raw`^\s*(?:"(?:\\.|[^"\\])*"|(?:${variableToken}|[^:])*)`);

/** Parses rows from text. Empty lines are skipped, and a line without a colon is a name without a value. */
export const parseRows = (text: string): readonly Pair[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const enabled = !line.trimStart().startsWith(disabledMark);
      const rest = enabled ? line : line.trimStart().slice(disabledMark.length);
      const [name = ''] = getName.exec(rest) ?? [];
      return { name: readPiece(name), value: readPiece(rest.slice(name.length + 1)), enabled };
    });
