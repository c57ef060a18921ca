import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** Number of unchanged context lines around a change. */
const context = 2;

/**
 * Maximum number of added and removed lines for {@link findChangedLines}. The cost grows with its square, so this runs in a worker thread.
 */
const maxLineChanges = 5_000;

/**
 * Maximum number of added and removed lines for {@link createUnifiedDiff}. This runs on the main thread between other work, so it must not
 * take more than a few hundredths of a second.
 */
const maxDiffChanges = 600;

/** The names of the two texts in the diff header. */
export interface DiffNames {
  readonly before: string;
  readonly after: string;
}

/** Creates a unified diff of two texts (POSIX `diff -u`); undefined if they have too little in common. */
export const createUnifiedDiff = (names: DiffNames, before: string, after: string): string | undefined => {
  const patch = structuredPatch(names.before, names.after, before, after, undefined, undefined, {
    context,
    maxEditLength: maxDiffChanges,
  });
  return patch && formatPatch(patch, FILE_HEADERS_ONLY);
};

/** Replaced, added or removed lines, starting at a line of the new text. */
export interface ChangedLines {
  readonly line: number;
  readonly before?: string;
  readonly after?: string;
}

const selectLines = (sign: string, lines: readonly string[]): { readonly text?: string } => {
  const chosen = lines.filter((one) => one.startsWith(sign));
  return chosen.length === 0 ? {} : { text: chosen.map((one) => one.slice(1)).join('\n') };
};

/** The changed lines of the new text; undefined if the two texts have too little in common. */
export const findChangedLines = (before: string, after: string): readonly ChangedLines[] | undefined =>
  structuredPatch('', '', before, after, undefined, undefined, {
    context: 0,
    maxEditLength: maxLineChanges,
  })?.hunks.map(({ newStart, lines }) => {
    const [{ text: old }, { text: now }] = [selectLines('-', lines), selectLines('+', lines)];
    return {
      line: newStart,
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
    };
  });
