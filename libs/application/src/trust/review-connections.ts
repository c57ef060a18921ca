import { pipe, TE } from '@tandem/core/fp';
import { struct, t, withDescription } from '@tandem/core/codec';
import { ConnectionReviews, isConnectionKey, workspaceRef } from '@tandem/core';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { findPendingSettings, listConnections, reviewAs } from './connection-reviews.js';
import { operation, reads, replaces } from '../operation.js';

export const ListConnectionReviews = struct(
  'connection settings arguments',
  {},
  { workspaceId: workspaceRef },
);
export type ListConnectionReviews = t.TypeOf<typeof ListConnectionReviews>;

export const ApproveConnections = struct(
  'connection approval arguments',
  { keys: withDescription(t.readonlyArray(t.string), 'Of the settings to agree to') },
  { workspaceId: workspaceRef },
);
export type ApproveConnections = t.TypeOf<typeof ApproveConnections>;

/** A person agrees to settings, so these are for people only: an agent would allow itself to read what is sent. */
export const connectionReviewsList = operation({
  name: 'connection_reviews_list',
  title: 'Connection settings that wait',
  description:
    'Lists the proxies, CAs, client certificates and switched off verifications that agents or files have set and that wait for a person.',
  audience: 'person',
  arguments: ListConnectionReviews,
  result: ConnectionReviews,
  effects: reads,
  useCase: 'connectionReviews.list',
  run:
    ({ ports }) =>
    ({ workspaceId }) =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace) => listConnections(ports, workspace)),
      ),
});

export const connectionReviewsApprove = operation({
  name: 'connection_reviews_approve',
  title: 'Agree to connection settings',
  description: 'Agrees to connection settings by their content, so that they are in force.',
  audience: 'person',
  arguments: ApproveConnections,
  result: ConnectionReviews,
  effects: { ...replaces, destructive: false },
  useCase: 'connectionReviews.approve',
  run:
    ({ ports }) =>
    ({ workspaceId, keys }) =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.bindTo('workspace'),
        TE.bind('waiting', ({ workspace }) => findPendingSettings(ports, workspace)),
        TE.tap(({ workspace, waiting }) =>
          ports.store.scriptReviews.put(
            workspace.id,
            waiting.filter(({ key }) => keys.includes(key) && isConnectionKey(key)).map(reviewAs(true)),
          ),
        ),
        TE.flatMap(({ workspace }) => listConnections(ports, workspace)),
      ),
});
