import { type AppError, invalidInput } from '@tandem/core';
import { nearest, struct, t, text } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';

/** A replacement of text that occurs once in a script. */
export const ScriptEdit = struct('an edit {"old": "…", "new": "…"}', {
  old: text('text of the script, not only white space', 1_000_000),
  new: t.string,
});
export type ScriptEdit = t.TypeOf<typeof ScriptEdit>;

/** The lines at which `part` begins. */
const linesOf = (script: string, part: string): readonly number[] => {
  const lines: number[] = [];
  for (let at = script.indexOf(part); at >= 0; at = script.indexOf(part, at + 1))
    lines.push(script.slice(0, at).split('\n').length);
  return lines;
};

/** How many lines of a script are compared with text that is not there, and how long they may be. */
const compared = { lines: 2_000, length: 200 } as const;

/** The line that resembles the first line of `part` most, if one does. */
const similarLine = (
  script: string,
  part: string,
): { readonly line: number; readonly text: string } | undefined => {
  const lines = script.split('\n', compared.lines).map((line) => line.trim().slice(0, compared.length));
  const first = part.trim().split('\n', 1)[0]?.trim().slice(0, compared.length) ?? '';
  const [found] = lines.includes(first)
    ? [first]
    : nearest(
        first,
        lines.filter((line) => line !== ''),
      );
  return found === undefined ? undefined : { line: lines.indexOf(found) + 1, text: found };
};

/** The text with the line ends of the script. */
const asIn = (script: string, part: string): string =>
  script.includes('\r\n') ? part.replace(/\r?\n/g, '\r\n') : part;

const applyEdit =
  (edit: ScriptEdit, index: number) =>
  (script: string): E.Either<AppError, string> => {
    const old = asIn(script, edit.old);
    const lines = linesOf(script, old);
    if (lines.length > 1) return E.left({ kind: 'ambiguous-edit', index, lines });
    if (lines.length === 0) {
      const similar = similarLine(script, old);
      return E.left({ kind: 'edit-without-match', index, ...(similar ? { similar } : {}) });
    }
    const at = script.indexOf(old);
    return E.right(script.slice(0, at) + asIn(script, edit.new) + script.slice(at + old.length));
  };

/** Does the edits one after another, each on what the one before it left. */
export const editScript = (script: string, edits: readonly ScriptEdit[]): E.Either<AppError, string> =>
  edits.length === 0
    ? E.left(
        invalidInput('edits', 'must have at least one edit', { expected: 'edits {old, new}', got: edits }),
      )
    : edits.reduce<E.Either<AppError, string>>(
        (edited, edit, index) => pipe(edited, E.flatMap(applyEdit(edit, index))),
        E.right(script),
      );
