import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ListQuery {
  readonly folder?: string;
  /** Only requests with this tag. */
  readonly tag?: string;
  /** Words of the name, folder, method, URL, headers, body, script or notes, ignoring case. Summaries say where they matched. */
  readonly search?: string;
  /** The text as shown to the caller. A search must match this text too. */
  readonly shown?: (text: string) => string;
  readonly take: number;
  readonly after?: string;
}

/** A page of a list, and the total count. */
export interface Page<A> {
  readonly items: readonly A[];
  /** The cursor of the next page; missing on the last one. */
  readonly next?: string;
}

/** A request is unchanged as long as its revision and position are. */
export interface RequestHead {
  readonly id: string;
  readonly revision: number;
  readonly seq: number | null;
}

/** Saved requests of one kind: `A` is the whole request, `S` its summary in a list. */
export interface SavedRequests<A extends { readonly id: string }, S> {
  /** By folder, then creation. */
  readonly list: (workspaceId: WorkspaceId, query: ListQuery) => AppResult<Page<S>>;
  readonly count: (workspaceId: WorkspaceId) => AppResult<number>;
  /** All requests of a workspace, or the existing ones of `ids`, in creation order, without unreadable ones. */
  readonly all: (workspaceId: WorkspaceId, ids?: readonly A['id'][]) => AppResult<readonly A[]>;
  /** What shows whether a request changed, for each one, in creation order. */
  readonly heads: (workspaceId: WorkspaceId) => AppResult<readonly RequestHead[]>;
  readonly get: (workspaceId: WorkspaceId, id: A['id']) => AppResult<A>;
  /** Stores a new request at position `seq` of its folder, or without a position. */
  readonly create: (request: A, seq?: number | null) => AppResult<A>;
  /**
   * Stores `next` if the stored revision is still `expected`; otherwise fails with `revision-conflict` and the stored
   * one. Keeps its position unless `seq` is provided.
   */
  readonly replace: (next: A, expected: number, seq?: number | null) => AppResult<A>;
  /** Deletes; with `expected`, only if the stored revision matches. */
  readonly remove: (workspaceId: WorkspaceId, id: A['id'], expected?: number) => AppResult<void>;
}
