/** A search says at most this many matches. */
export const mostMatches = 1_000;

/** How many matches a search has, and which of them is chosen, in words; 0 if none is. */
export const matchWords = (count: number, at: number): string => {
  if (count > mostMatches) return `More than ${mostMatches.toLocaleString()} matches`;
  if (count === 0) return 'No match';
  if (at > 0) return `${at} of ${count}`;
  return count === 1 ? '1 match' : `${count} matches`;
};
