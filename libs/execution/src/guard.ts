import type { SendGuard } from '@tandem/core';

import type { Context } from './run.js';

/** On whose behalf, and where, requests are sent. */
export type Sending = Pick<Context, 'ports' | 'workspace' | 'environment' | 'by' | 'hidesSecrets'>;

/** Decides on the requests of one execution; undefined where it has nothing to say about any of them. */
export type Judge = (sending: Sending) => SendGuard | undefined;

/** In the order in which they are asked. The first refusal counts, so a judge that asks a person comes last. */
const judges: readonly Judge[] = [];

/** The guard of all requests that an execution sends, those of its scripts and for its tokens included. */
export const guardOf = (sending: Sending): SendGuard => {
  const asked = judges.flatMap((judge) => judge(sending) ?? []);
  return async (request, signal) => {
    for (const judge of asked) {
      const refusal = await judge(request, signal);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
};
