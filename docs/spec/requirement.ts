/**
 * The source of a requirement: the seed, meaning the interface documents that `docs/reference` restates; a decision record, where
 * they leave something open; or a guide, where no decision was needed.
 */
export type Source = 'seed' | { readonly decision: number } | { readonly guide: string };

/** A rule in one sentence. */
export interface Requirement {
  readonly says: string;
  readonly source: Source;
}

/** A rule from an interface document. */
export const seed = (says: string): Requirement => ({ says, source: 'seed' });

/** A rule from a decision record, by its number. */
export const fromDecision = (decision: number, says: string): Requirement => ({ says, source: { decision } });

/** A rule from a guide, by its name. */
export const fromGuide = (guide: string, says: string): Requirement => ({ says, source: { guide } });
