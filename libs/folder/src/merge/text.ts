import { diff3Merge } from 'node-diff3';

import { agreed, type Decide, mergeWhole, type Merged, type Sides } from './sides.js';

/** Beyond this many changed lines a comparison takes longer than a person waits: the text is then taken whole. */
const mostLines = 4_000;

const commonStart = (lists: readonly (readonly string[])[]): number => {
  const [first = [], ...rest] = lists;
  const at = first.findIndex((line, index) => rest.some((list) => list[index] !== line));
  return at < 0 ? first.length : at;
};

/** Merges by line; undefined when the same lines were changed to different ones. */
export const mergeLines = (base: string, ours: string, theirs: string): string | undefined => {
  const lists = [base, ours, theirs].map((text) => text.split('\n'));
  const start = Math.min(commonStart(lists), ...lists.map(({ length }) => length));
  const rest = lists.map((list) => list.slice(start));
  const tails = rest.map((list) => [...list].reverse());
  const end = Math.min(commonStart(tails), ...rest.map(({ length }) => length));
  const [b = [], o = [], t = []] = rest.map((list) => list.slice(0, list.length - end));
  if (Math.max(b.length, o.length, t.length) > mostLines) return undefined;
  const regions = diff3Merge(o, b, t, { excludeFalseConflicts: true });
  const middle: string[] = [];
  for (const { ok } of regions) {
    if (ok === undefined) return undefined;
    middle.push(...ok);
  }
  const [whole = []] = lists;
  return [...whole.slice(0, start), ...middle, ...whole.slice(whole.length - end)].join('\n');
};

/** Text of several lines: changes of different lines are both taken. */
export const mergeText = (field: string, sides: Sides, decide: Decide): Merged => {
  const { base, ours, theirs } = sides;
  if (typeof base === 'string' && typeof ours === 'string' && typeof theirs === 'string') {
    const merged = mergeLines(base, ours, theirs);
    if (merged !== undefined) return agreed(merged);
  }
  return mergeWhole(field, sides, decide);
};
