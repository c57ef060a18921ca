import type { Draft } from './draft.js';

/** A folder's item in the order in which the other tool runs it. */
export interface Part {
  readonly kind: 'request' | 'folder';
  readonly name: string;
}

/** Reports requests that the other tool runs before sibling folders: a run here starts with the folders. */
export const noteOrder = (draft: Draft, place: string, parts: readonly Part[]): void => {
  const last = parts.findLastIndex(({ kind }) => kind === 'folder');
  const before = parts.slice(0, Math.max(last, 0)).filter(({ kind }) => kind === 'request');
  const [first] = before;
  if (first === undefined) return;
  const names =
    before.length === 1 ? `“${first.name}” runs` : `“${first.name}” and ${before.length - 1} more run`;
  draft.leaveOut(
    place,
    `the order: ${names} before the folder “${parts[last]?.name ?? ''}” there, and after it here, where folders come first; move what has to come first into a folder, or let others need it`,
  );
};
