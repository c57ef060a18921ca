import type { Secret, SendGuard } from '@tandem/core';

import { judgeHosts } from './hosts/judge-hosts.js';
import type { Context } from './run.js';

/** On whose behalf, and where, requests are sent. */
export type Sending = Pick<
  Context,
  'ports' | 'workspace' | 'environment' | 'bound' | 'by' | 'hidesSecrets' | 'permit'
>;

/**
 * Decides on the requests of one execution; undefined where it has nothing to say about any of them.
 * @param secrets those that the requests may hold
 */
export type Judge = (sending: Sending, secrets: readonly Secret[]) => SendGuard | undefined;

/** In the order in which they are asked. The first refusal counts, so a judge that asks a person comes last. */
const judges: readonly Judge[] = [judgeHosts, ({ permit }) => permit];

/** The guard of all requests that an execution sends, those of its scripts and for its tokens included. */
export const guardOf = (sending: Sending, secrets: readonly Secret[]): SendGuard => {
  const asked = judges.flatMap((judge) => judge(sending, secrets) ?? []);
  return async (request, signal) => {
    for (const judge of asked) {
      const refusal = await judge(request, signal);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
};
