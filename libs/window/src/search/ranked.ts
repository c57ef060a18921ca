/** How well text matches the typed text; lower is better. */
export const fits = { whole: 0, begins: 1, word: 2, holds: 3, words: 4 } as const;

/** How well text matches the typed text, ignoring case; undefined if it does not. */
export const scoreMatch = (text: string, typed: string): number | undefined => {
  const wanted = typed.trim().toLowerCase();
  const whole = text.toLowerCase();
  if (wanted === '' || whole === wanted) return fits.whole;
  const at = whole.indexOf(wanted);
  if (at === 0) return fits.begins;
  if (at > 0) return /[\p{L}\p{N}]/u.test(whole[at - 1] ?? '') ? fits.holds : fits.word;
  return wanted.split(/\s+/).every((word) => whole.includes(word)) ? fits.words : undefined;
};

/**
 * What matches the typed text, ignoring case: equal first, then what starts with it, has a word that
 * does, contains it, or contains each of its words. Otherwise the order is kept.
 */
export const rankItems = <A>(items: readonly A[], textOf: (item: A) => string, typed: string): readonly A[] =>
  items
    .flatMap((item) => {
      const fit = scoreMatch(textOf(item), typed);
      return fit === undefined ? [] : [{ item, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ item }) => item);
