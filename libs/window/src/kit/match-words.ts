/** A search says at most this many matches. */
export const maxMatches = 1_000;

/** How many matches a search has, and which of them is chosen, in words; 0 if none is. */
export const formatMatchCount = (count: number, at: number): string => {
  if (count > maxMatches) return `More than ${maxMatches.toLocaleString()} matches`;
  if (count === 0) return 'No match';
  if (at > 0) return `${at} of ${count}`;
  return count === 1 ? '1 match' : `${count} matches`;
};
