import type { Approval, AuthToken, Clock, Ids, ObtainedToken, TokenFailure } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { startBrowserGrant } from './by-browser.js';
import { startDeviceGrant } from './by-device.js';
import { createAuthFailure, toTokenFault } from './fault.js';
import type { Talk } from './grants.js';
import { createListeners } from './listeners.js';
import { resolveOnAbort } from './unless-aborted.js';

/** Time limit for an approval, in milliseconds. */
export const approvalMs = 600_000;

/** Maximum number of pending approvals. The oldest is dropped. */
export const maxApprovals = 16;

/** What a person must approve for a grant, and the resulting token. */
export interface PendingGrant {
  readonly open: string;
  readonly userCode?: string;
  readonly expiresInMs?: number;
  readonly token: Promise<AuthToken>;
}

type Outcome = E.Either<TokenFailure, ObtainedToken>;

interface PendingApproval {
  readonly stop: AbortController;
  readonly outcome: Promise<Outcome>;
}

/** The pending approvals. */
export interface Approvals {
  /**
   * @param keep stores the token once it is there, whether or not somebody waits for it
   * @throws Failed, or an error of the library
   */
  readonly begin: (talk: Talk, keep: (token: AuthToken) => Promise<void>) => Promise<Approval>;
  /** Waits for the outcome. A caller that gives up may wait again. */
  readonly finish: (id: string, signal: AbortSignal) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

const unknown: TokenFailure = {
  fault: createAuthFailure('This approval is over, or there was none with this id. Begin again.').fault,
  steps: [],
};

const callCancelledFailure: TokenFailure = {
  fault: {
    code: 'CANCELLED',
    message: 'The call was cancelled; the approval goes on, and can be waited for again.',
  },
  steps: [],
};

const toOutcome = (
  { steps }: Talk,
  token: Promise<AuthToken>,
  keep: (token: AuthToken) => Promise<void>,
): Promise<Outcome> =>
  token
    .then(async (got) => {
      await keep(got);
      return E.right({ token: got, steps });
    })
    .catch((error: unknown) => E.left({ fault: toTokenFault(error, steps.at(-1)?.url ?? ''), steps }));

/** Holds pending approvals for up to ten minutes. Outcomes are kept until they are collected or evicted by others. */
export const createApprovals = ({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Approvals => {
  const pending = new Map<string, PendingApproval>();
  const listeners = createListeners();
  const end = (id: string): void => {
    pending.get(id)?.stop.abort();
    pending.delete(id);
  };
  return {
    begin: async (talk, keep) => {
      for (const id of [...pending.keys()].slice(0, Math.max(0, pending.size - maxApprovals + 1))) end(id);
      const stop = new AbortController();
      const whole = { ...talk, signal: stop.signal };
      const waiting =
        talk.config.grant === 'device_code'
          ? await startDeviceGrant(whole)
          : await startBrowserGrant(whole, listeners);
      const id = ids.next();
      const lasts = Math.min(waiting.expiresInMs ?? approvalMs, approvalMs);
      const timer = setTimeout(() => stop.abort(), lasts);
      timer.unref();
      const outcome = toOutcome(whole, waiting.token, keep).finally(() => clearTimeout(timer));
      pending.set(id, { stop, outcome });
      return {
        id,
        open: waiting.open,
        ...(waiting.userCode === undefined ? {} : { userCode: waiting.userCode }),
        expiresAt: new Date(clock.now().getTime() + lasts).toISOString(),
      };
    },
    finish: async (id, signal) => {
      const found = pending.get(id);
      if (found === undefined) return E.left(unknown);
      const outcome = await resolveOnAbort(found.outcome, signal, undefined);
      if (outcome === undefined) return E.left(callCancelledFailure);
      pending.delete(id);
      return outcome;
    },
    close: async () => {
      const all = [...pending.values()];
      for (const id of [...pending.keys()]) end(id);
      await Promise.all(all.map(({ outcome }) => outcome));
      listeners.close();
    },
  };
};
