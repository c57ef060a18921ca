import type { Secret, SendGuard } from '@tandem/core';

import { type Connection, createConnectionGuard, isTlsConnection } from './connection-guard.js';
import { createHostGuard } from './host-guard.js';
import { createUnverifiedGuard } from './unverified-guard.js';
import type { ExecutionContext } from '../execution-state.js';

/** On whose behalf and in which environment requests are sent. */
export type SendContext = Pick<
  ExecutionContext,
  'ports' | 'workspace' | 'environment' | 'bound' | 'by' | 'hidesSecrets' | 'permit' | 'unverifiedBy'
>;

/**
 * Creates the guard for the requests of one execution; undefined if it does not apply to any of them.
 * @param secrets those that the requests may contain
 */
export type GuardFactory = (sending: SendContext, secrets: readonly Secret[]) => SendGuard | undefined;

/** In call order. The first refusal wins, so a guard that asks a person comes last. */
const guards: readonly GuardFactory[] = [createUnverifiedGuard, createHostGuard, ({ permit }) => permit];

/**
 * The guard for all requests of an execution, including those of its scripts and for its tokens.
 * @param connection how they connect
 */
export const getGuard = (
  sending: SendContext,
  secrets: readonly Secret[],
  connection: Connection,
): SendGuard => {
  const ofConnection = createConnectionGuard(sending, connection);
  const ofRequest = guards.flatMap((judge) => judge(sending, secrets) ?? []);
  const asked = ofConnection === undefined ? ofRequest : [ofConnection, ...ofRequest];
  const isVerified = connection.tls?.verify !== false;
  return async (request, signal) => {
    const judged =
      isVerified || !isTlsConnection(request) ? request : { ...request, isUnverified: true as const };
    for (const judge of asked) {
      const refusal = await judge(judged, signal);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
};
