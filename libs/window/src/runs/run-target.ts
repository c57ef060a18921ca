import { isWithin } from '@tandem/core';

import type { RequestId, Summary } from '../requests/saved-request.js';
import { type TreeContent, treeLines } from '../folders/tree/tree.js';

/** What a person wants to run. */
export type RunTarget =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'request'; readonly id: RequestId };

/** The requests that can be chosen for a run, in the order of the tree: those of the folder, or all. */
export const listSelectableRequests = (target: RunTarget, content: TreeContent): readonly Summary[] =>
  treeLines(content, new Set(), '').flatMap((line) =>
    line.kind === 'request' && (target.kind !== 'folder' || isWithin(target.path, line.request.folder))
      ? [line.request]
      : [],
  );

/** The requests that are chosen at first. */
export const getInitialSelection = (
  target: RunTarget,
  offered: readonly Summary[],
): ReadonlySet<RequestId> =>
  target.kind === 'request' ? new Set([target.id]) : new Set(offered.map(({ id }) => id));

/** The chosen requests as arguments of a call: by folder if all of it is chosen, else by ids in the order of the tree. */
export const selectionOf = (
  target: RunTarget,
  offered: readonly Summary[],
  chosen: ReadonlySet<RequestId>,
): { readonly folder?: string; readonly ids?: readonly RequestId[] } => {
  const ids = offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  if (ids.length < offered.length || target.kind === 'request') return { ids };
  return { folder: target.kind === 'folder' ? target.path : '' };
};

/** What a run is of, in a few words. */
export const describeSelection = (
  target: RunTarget,
  offered: readonly Summary[],
  chosen: ReadonlySet<RequestId>,
): string => {
  const some = offered.filter(({ id }) => chosen.has(id));
  const [only] = some;
  if (only !== undefined && some.length === 1) return only.name;
  if (some.length < offered.length) return `${some.length} requests`;
  return target.kind === 'folder' ? target.path : 'All requests';
};
