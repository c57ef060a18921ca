import type { InvalidFile } from '@tandem/core';

import type { PlanDraft, OnDefect } from './draft.js';
import type { Steps } from './slices.js';
import { InvalidResolutionError } from './decide.js';

/** Describes a file that is skipped because processing it threw. */
export const createDefectiveFile = (path: string, error: unknown): InvalidFile => ({
  path,
  line: 1,
  column: 1,
  message: `Tandem failed on this file, which is a bug; report it with the file: ${String(error)}`,
});

type Lists = {
  readonly [K in keyof PlanDraft as PlanDraft[K] extends readonly unknown[] ? K : never]: PlanDraft[K];
};

const getLists = ({
  unchanged: _,
  kept: _kept,
  removing: _removing,
  ...lists
}: PlanDraft): readonly unknown[][] => Object.values<unknown[]>(lists satisfies Lists);

/**
 * Plans one entity. If planning throws, the entity stays unchanged on both sides, its file is reported, and everything that was planned for
 * it is removed from the draft.
 */
export function* attempt<A>(
  draft: PlanDraft,
  path: string,
  onDefect: OnDefect,
  work: () => Steps<A>,
): Steps<{ readonly value: A } | undefined> {
  const lists = getLists(draft);
  const lengths = lists.map(({ length }) => length);
  const { unchanged } = draft;
  try {
    return { value: yield* work() };
  } catch (error) {
    // An invalid resolution is a mistake of the caller, not a bug.
    if (error instanceof InvalidResolutionError) throw error;
    onDefect(error, path);
    lists.forEach((list, index) => (list.length = lengths[index] ?? 0));
    draft.unchanged = unchanged;
    draft.invalid.push(createDefectiveFile(path, error));
    return undefined;
  }
}
