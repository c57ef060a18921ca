/**
 * What a requirement rests on: the seed, which is the two interface documents; or, where they leave it open, a decision,
 * or a guide that says it as plainly as there is need for.
 */
export type Source = 'seed' | { readonly decision: number } | { readonly guide: string };

/** One rule, in one sentence. */
export interface Requirement {
  readonly says: string;
  readonly source: Source;
}

/** A rule that an interface document shows. */
export const seed = (says: string): Requirement => ({ says, source: 'seed' });

/** A rule that a decision records, by its number. */
export const decided = (decision: number, says: string): Requirement => ({ says, source: { decision } });

/** A rule that a guide says, by its name. */
export const guided = (guide: string, says: string): Requirement => ({ says, source: { guide } });
