import type { Secret, SendGuard } from '@tandem/core';

import { type Connection, judgeConnection, usesTls } from './connections/judge-connection.js';
import { judgeHosts } from './hosts/judge-hosts.js';
import { judgeUnverified } from './hosts/judge-unverified.js';
import type { Context } from './run.js';

/** On whose behalf, and where, requests are sent. */
export type Sending = Pick<
  Context,
  'ports' | 'workspace' | 'environment' | 'bound' | 'by' | 'hidesSecrets' | 'permit' | 'unverifiedBy'
>;

/**
 * Decides on the requests of one execution; undefined where it has nothing to say about any of them.
 * @param secrets those that the requests may hold
 */
export type Judge = (sending: Sending, secrets: readonly Secret[]) => SendGuard | undefined;

/** In the order in which they are asked. The first refusal counts, so a judge that asks a person comes last. */
const judges: readonly Judge[] = [judgeUnverified, judgeHosts, ({ permit }) => permit];

/**
 * The guard of all requests that an execution sends, those of its scripts and for its tokens included.
 * @param connection how they connect
 */
export const guardOf = (sending: Sending, secrets: readonly Secret[], connection: Connection): SendGuard => {
  const ofConnection = judgeConnection(sending, connection);
  const ofRequest = judges.flatMap((judge) => judge(sending, secrets) ?? []);
  const asked = ofConnection === undefined ? ofRequest : [ofConnection, ...ofRequest];
  const isVerified = connection.tls?.verify !== false;
  return async (request, signal) => {
    const judged = isVerified || !usesTls(request) ? request : { ...request, isUnverified: true as const };
    for (const judge of asked) {
      const refusal = await judge(judged, signal);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
};
