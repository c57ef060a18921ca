/**
 * The source of a requirement: the seed, meaning the interface documents that `docs/reference` restates; a heading of a page
 * in `docs/design`, where they leave something open; or a guide, where nothing had to be decided.
 */
export type Source = 'seed' | { readonly design: string } | { readonly guide: string };

/** A rule in one sentence. */
export interface Requirement {
  readonly says: string;
  readonly source: Source;
}

/** A rule from an interface document. */
export const fromInterface = (says: string): Requirement => ({ says, source: 'seed' });

/** A rule from a page of `docs/design`, by its name and heading, such as `guard#hosts-of-secrets`. */
export const fromDesign = (design: string, says: string): Requirement => ({ says, source: { design } });

/** A rule from a guide, by its name. */
export const fromGuide = (guide: string, says: string): Requirement => ({ says, source: { guide } });
