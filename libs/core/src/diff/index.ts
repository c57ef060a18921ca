import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** How many lines of what is unchanged stand around a change. */
const context = 2;

/** How different two texts may be for their changed lines to be listed. The work grows with the square; this is done in a thread. */
const maxLineChanges = 5_000;

/** How different they may be for a diff, which is made between other work: a few hundredths of a second. */
const maxDiffChanges = 600;

/** The names of the two texts in the head of a diff. */
export interface DiffNames {
  readonly before: string;
  readonly after: string;
}

/** What changed in a text as a unified diff (POSIX `diff -u`); undefined if the two have too little in common. */
export const createUnifiedDiff = (names: DiffNames, before: string, after: string): string | undefined => {
  const patch = structuredPatch(names.before, names.after, before, after, undefined, undefined, {
    context,
    maxEditLength: maxDiffChanges,
  });
  return patch && formatPatch(patch, FILE_HEADERS_ONLY);
};

/** Lines that were replaced, added or removed, from a line of the text after the change. */
export interface ChangedLines {
  readonly line: number;
  readonly before?: string;
  readonly after?: string;
}

const linesWith = (sign: string, lines: readonly string[]): { readonly text?: string } => {
  const chosen = lines.filter((one) => one.startsWith(sign));
  return chosen.length === 0 ? {} : { text: chosen.map((one) => one.slice(1)).join('\n') };
};

/** The lines of a text that changed; undefined if the two have too little in common. */
export const findChangedLines = (before: string, after: string): readonly ChangedLines[] | undefined =>
  structuredPatch('', '', before, after, undefined, undefined, {
    context: 0,
    maxEditLength: maxLineChanges,
  })?.hunks.map(({ newStart, lines }) => {
    const [{ text: old }, { text: now }] = [linesWith('-', lines), linesWith('+', lines)];
    return {
      line: newStart,
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
    };
  });
