import type { Fields } from '../value.js';

/** How a resource is sorted. */
interface Key {
  readonly key: unknown;
  readonly id: string;
}

/**
 * Resources in the order of Insomnia's sidebar: smaller sort keys first, and for equal ones the larger id. Insomnia
 * assigns a resource without a key one smaller than the others before it, so it comes first.
 */
export const sortLikeSidebar = (given: readonly Fields[], keyOf: (one: Fields) => Key): readonly Fields[] =>
  given
    .map((one) => ({ one, ...keyOf(one) }))
    .map(({ key, ...rest }) => ({ ...rest, key: typeof key === 'number' ? key : undefined }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(b.key === undefined) - Number(a.key === undefined);
      if (a.key !== b.key) return a.key - b.key;
      return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
    })
    .map(({ one }) => one);
