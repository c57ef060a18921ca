/** Formats a count with its noun: `1 request`, `2 requests`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The parts of a long name that remain in a sentence, in characters. */
const shownName = { start: 32, end: 16 } as const;

/**
 * Shortens a long name for a sentence, which the name would otherwise fill. The end remains, too, because copies and paths often differ only
 * there.
 */
export const shortenName = (name: string): string => {
  const { start, end } = shownName;
  if (name.length <= start + end) return name;
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  if (characters.length <= start + end) return name;
  return `${characters.slice(0, start).join('').trimEnd()}…${characters.slice(-end).join('').trimStart()}`;
};

/** Joins names for a sentence, shortened, and counts those after the first few: `a, b, c and 2 more`. */
export const listNames = (names: readonly string[], max = 3): string => {
  const more = names.length - max;
  return names.slice(0, max).map(shortenName).join(', ') + (more > 0 ? ` and ${more} more` : '');
};
