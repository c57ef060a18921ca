import type { Pair } from '@tandem/core';

import { variableToken } from '../../variable-token.js';

/** The headers of a response as rows. A header that occurs several times, such as set-cookie, has a row for each value. */
export const toHeaderRows = (headers: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value, enabled: true })),
  );

/** The prefix of a disabled row. */
const disabledMark = '//';

/** A name or value in a line. If it would be ambiguous, it is written as a JSON string. */
const formatPiece = (text: string, isName: boolean): string =>
  text !== text.trim() || /[\r\n]|^"/.test(text) || (isName && (text === '' || /:|^\/\//.test(text)))
    ? JSON.stringify(text)
    : text;

/** Rows as text, one `name: value` per line; disabled rows start with `//`. */
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
