import { ApproveConnections, ListConnectionReviews } from '@tandem/application';
import { ConnectionReviews } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** A person agrees to settings, so these are for people only: an agent would let itself read what is sent. */
export const connectionReviewsList = method({
  name: 'connection_reviews_list',
  title: 'Connection settings that wait',
  description:
    'Lists the proxies, CAs, client certificates and switched off verifications that agents or files have set and that wait for a person.',
  audience: 'person',
  params: ListConnectionReviews,
  result: ConnectionReviews,
  effects: reads,
  handle: (application) => application.connectionReviews.list,
});

export const connectionReviewsApprove = method({
  name: 'connection_reviews_approve',
  title: 'Agree to connection settings',
  description: 'Agrees to connection settings by their content, so that they are in force.',
  audience: 'person',
  params: ApproveConnections,
  result: ConnectionReviews,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.connectionReviews.approve,
});
