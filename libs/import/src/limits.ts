import { type ImportDocument, importLimits } from '@tandem/core';

/** The size of a value: the number of values in it, including itself, and of the characters in its strings and names. */
export interface Size {
  values: number;
  characters: number;
}

/** Adds the size of a value to `size`. */
export const measure = (value: unknown, size: Size): Size => {
  size.values += 1;
  if (typeof value === 'string') size.characters += value.length;
  if (typeof value !== 'object' || value === null) return size;
  for (const [key, one] of Object.entries(value)) {
    if (!Array.isArray(value)) size.characters += key.length;
    measure(one, size);
  }
  return size;
};

const kindNames = { requests: 'requests', folders: 'folders', environments: 'environments' } as const;
const countedKinds = ['requests', 'folders', 'environments'] as const;

const formatNumber = (count: number): string => count.toLocaleString('en');

/** Returns why a document is too large for one import; undefined if it is not. */
export const checkImportSize = (document: ImportDocument): string | undefined => {
  let characters = 0;
  for (const kind of countedKinds) {
    const { length } = document[kind];
    if (length > importLimits[kind])
      return `has ${length} ${kindNames[kind]}, and one import brings at most ${importLimits[kind]}; split the document`;
    for (const one of document[kind]) {
      const size = measure(one, { values: 0, characters: 0 });
      const name = 'name' in one ? one.name : one.path;
      if (size.values > importLimits.values)
        return `has more than ${formatNumber(importLimits.values)} values in “${name.slice(0, 80)}”, which is one of its ${kindNames[kind]}; make that smaller`;
      characters += size.characters;
      if (characters > importLimits.characters)
        return `becomes longer than ${formatNumber(importLimits.characters)} characters, with all that it repeats by reference; split it`;
    }
  }
  return undefined;
};

/** Maximum length of a location, reason or other text about a document, in characters. */
const maxNoteLength = 500;

const shortenNote = (text: string): string =>
  text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text;

/** Shortens the messages about omitted parts and missing files, and limits their number. */
export const limitNotes = (document: ImportDocument): ImportDocument => {
  const { leftOut, missing } = document;
  const shown = leftOut
    .slice(0, importLimits.leftOut)
    .map(({ place, what }) => ({ place: shortenNote(place), what: shortenNote(what) }));
  const more = leftOut.length - shown.length;
  return {
    ...document,
    why: shortenNote(document.why),
    leftOut:
      more === 0
        ? shown
        : [
            ...shown,
            { place: 'document', what: `${formatNumber(more)} more things that have no counterpart` },
          ],
    ...(missing === undefined ? {} : { missing: missing.slice(0, importLimits.leftOut) }),
  };
};
