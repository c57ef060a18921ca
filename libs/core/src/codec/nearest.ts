const computeDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * The maximum distance between similar words: a third of the length of the shorter word, at least 2, but less than its whole length, so
 * that `by` is not similar to `id`.
 */
const getMaxDistance = (name: string, word: string): number => {
  const length = Math.min(name.length, word.length);
  return Math.min(Math.max(2, Math.floor(length / 3)), length - 1);
};

/**
 * The known words most similar to `word`, nearest first (Levenshtein distance, case-insensitive).
 * @param maxCount maximum number of returned words
 */
export const findNearest = (word: string, known: readonly string[], maxCount = 1): readonly string[] =>
  known
    // The distance is at least the difference in length, which is much cheaper to compute.
    .filter((name) => Math.abs(name.length - word.length) <= getMaxDistance(name, word))
    .map((name) => ({ name, far: computeDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, far }) => far <= getMaxDistance(name, word))
    .sort((a, b) => a.far - b.far)
    .slice(0, maxCount)
    .map(({ name }) => name);
