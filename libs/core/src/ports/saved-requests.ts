import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';

/** Filters of a list; `after` is the cursor of the previous page. */
export interface ListQuery {
  readonly folder?: string;
  /** Only requests with this tag. */
  readonly tag?: string;
  /**
   * Words to search for in the name, folder, method, URL, headers, body, script or notes, ignoring case. Each summary says where the search
   * matched.
   */
  readonly search?: string;
  /** Returns the part of a text that the caller sees. A search must match this text too. */
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

/** The parts of a request that show whether it changed: its revision and its position. */
export interface RequestHead {
  readonly id: string;
  readonly revision: number;
  readonly seq: number | null;
}

/** Saved requests of one kind: `A` is the whole request, `S` its summary in a list. */
export interface SavedRequests<A extends { readonly id: string }, S> {
  /** The requests sorted by folder, then by creation. */
  readonly list: (workspaceId: WorkspaceId, query: ListQuery) => AppResult<Page<S>>;
  readonly count: (workspaceId: WorkspaceId) => AppResult<number>;
  /** All requests of a workspace, or those of `ids` that exist, in creation order. Omits unreadable ones. */
  readonly all: (workspaceId: WorkspaceId, ids?: readonly A['id'][]) => AppResult<readonly A[]>;
  /** The head of each request, in creation order, to find out which requests changed. */
  readonly heads: (workspaceId: WorkspaceId) => AppResult<readonly RequestHead[]>;
  readonly get: (workspaceId: WorkspaceId, id: A['id']) => AppResult<A>;
  /** Stores a new request at position `seq` of its folder, or without a position. */
  readonly create: (request: A, seq?: number | null) => AppResult<A>;
  /**
   * Stores `next` if the stored revision is still `expected`; otherwise fails with `revision-conflict` and the stored request. Keeps its
   * position unless `seq` is provided.
   */
  readonly replace: (next: A, expected: number, seq?: number | null) => AppResult<A>;
  /** Deletes the request; with `expected`, only if the stored revision matches. */
  readonly remove: (workspaceId: WorkspaceId, id: A['id'], expected?: number) => AppResult<void>;
}
