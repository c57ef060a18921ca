import {
  type AppError,
  createRedactor,
  createInvalidInput,
  createSecretSearch,
  type Secret,
  minRedactedLength,
} from '@tandem/core';
import { findNearest, struct, t, text, withDescription } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';

/** A replacement of text that occurs once in a script. */
export const ScriptEdit = struct('an edit {"old": "…", "new": "…"}', {
  old: withDescription(text('text of the script, not only white space', 1_000_000), 'Text that occurs once'),
  new: withDescription(t.string, 'Its replacement'),
});
export type ScriptEdit = t.TypeOf<typeof ScriptEdit>;

/**
 * Finds `part` in a script. Ignores matches that overlap a secret, because a caller could guess a secret character by character with many
 * searches.
 */
const findPositions = (script: string, part: string, secrets: readonly Secret[]): readonly number[] => {
  const positions: number[] = [];
  for (let at = script.indexOf(part); at >= 0; at = script.indexOf(part, at + 1)) positions.push(at);
  if (positions.length === 0 || secrets.length === 0) return positions;
  const hidden = createSecretSearch(secrets, { minLength: minRedactedLength, pieces: true }).findMatches(
    script,
  );
  return positions.filter((at) => hidden.every(({ start, end }) => at >= end || at + part.length <= start));
};

/** How many lines of a script, and of which maximum length, are compared with a text that was not found. */
const comparisonLimits = { lines: 2_000, length: 200 } as const;

/** The line of a script that is most similar to the first line of `part`. Undefined if none is similar. */
const findSimilarLine = (
  script: string,
  part: string,
): { readonly line: number; readonly text: string } | undefined => {
  const lines = script
    .split('\n', comparisonLimits.lines)
    .map((line) => line.trim().slice(0, comparisonLimits.length));
  const first = part.trim().split('\n', 1)[0]?.trim().slice(0, comparisonLimits.length) ?? '';
  const [found] = lines.includes(first)
    ? [first]
    : findNearest(
        first,
        lines.filter((line) => line !== ''),
      );
  return found === undefined ? undefined : { line: lines.indexOf(found) + 1, text: found };
};

/** The text with the line endings of the script. */
const matchLineEndings = (script: string, part: string): string =>
  script.includes('\r\n') ? part.replace(/\r?\n/g, '\r\n') : part;

const applyEdit =
  (edit: ScriptEdit, index: number, secrets: readonly Secret[]) =>
  (script: string): E.Either<AppError, string> => {
    const old = matchLineEndings(script, edit.old);
    const [at, ...others] = findPositions(script, old, secrets);
    if (at === undefined) {
      const similar = findSimilarLine(createRedactor(secrets).text(script), old);
      return E.left({ kind: 'edit-without-match', index, ...(similar ? { similar } : {}) });
    }
    if (others.length > 0) {
      const lines = [at, ...others].map((offset) => script.slice(0, offset).split('\n').length);
      return E.left({ kind: 'ambiguous-edit', index, lines });
    }
    return E.right(script.slice(0, at) + matchLineEndings(script, edit.new) + script.slice(at + old.length));
  };

/**
 * Applies the edits one after another.
 * @param secrets values that the replaced text must not contain
 */
export const editScript = (
  script: string,
  edits: readonly ScriptEdit[],
  secrets: readonly Secret[],
): E.Either<AppError, string> =>
  edits.length === 0
    ? E.left(
        createInvalidInput('edits', 'must have at least one edit', {
          expected: 'edits {old, new}',
          got: edits,
        }),
      )
    : edits.reduce<E.Either<AppError, string>>(
        (edited, edit, index) => pipe(edited, E.flatMap(applyEdit(edit, index, secrets))),
        E.right(script),
      );
