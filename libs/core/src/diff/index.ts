import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** How many lines of what is unchanged stand around a change. */
const context = 2;

/** How different two texts may be for a difference to be shown. */
const mostChanges = 5_000;

/** The names of the two texts in the head of a diff. */
export interface DiffNames {
  readonly before: string;
  readonly after: string;
}

/** What changed in a text as a unified diff (POSIX `diff -u`); undefined if the two have too little in common. */
export const unifiedDiff = (names: DiffNames, before: string, after: string): string | undefined => {
  const patch = structuredPatch(names.before, names.after, before, after, undefined, undefined, {
    context,
    maxEditLength: mostChanges,
  });
  return patch && formatPatch(patch, FILE_HEADERS_ONLY);
};
