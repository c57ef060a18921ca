import type { RestRequestSummary } from '@tandem/core';

/** The requests of one folder. */
export interface FolderOfRequests {
  /** Folder names joined by a slash; empty for the top. */
  readonly folder: string;
  readonly requests: readonly RestRequestSummary[];
}

/** Requests by folder: the top first, then by name; inside one in the order in which they came. */
export const byFolder = (requests: readonly RestRequestSummary[]): readonly FolderOfRequests[] => {
  const folders = new Map<string, RestRequestSummary[]>();
  for (const request of requests) {
    const found = folders.get(request.folder);
    if (found) found.push(request);
    else folders.set(request.folder, [request]);
  }
  return [...folders]
    .map(([folder, inside]) => ({ folder, requests: inside }))
    .sort((a, b) => a.folder.localeCompare(b.folder));
};
