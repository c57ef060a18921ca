import type { Approval, AuthStep, AuthToken, Clock, Ids, TokenFailure, TokenPlace } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { byBrowser } from './by-browser.js';
import { byDevice } from './by-device.js';
import { failed, faultFrom } from './fault.js';
import type { Talk } from './grants.js';
import { createListeners } from './listeners.js';

/** How long a person has to approve, in milliseconds. */
export const approvalMs = 600_000;

/** Maximum number of approvals that wait at a time; the oldest makes room. */
export const mostApprovals = 16;

interface Approved {
  readonly place: TokenPlace;
  readonly token: AuthToken;
  readonly steps: readonly AuthStep[];
}

/** What a grant needs a person for, and the token once it is done. */
export interface Waiting {
  readonly open: string;
  readonly userCode?: string;
  readonly expiresInMs?: number;
  readonly token: Promise<AuthToken>;
}

interface Pending {
  readonly stop: AbortController;
  readonly outcome: Promise<E.Either<TokenFailure, Approved>>;
}

/** The approvals that wait for a person. */
export interface Approvals {
  /** @throws Failed, or an error of the library */
  readonly begin: (place: TokenPlace, talk: Talk) => Promise<Approval>;
  readonly finish: (id: string, signal: AbortSignal) => Promise<E.Either<TokenFailure, Approved>>;
  readonly close: () => Promise<void>;
}

const unknown: TokenFailure = {
  fault: failed('This approval is over, or there was none with this id. Begin again.').fault,
  steps: [],
};

const left: TokenFailure = {
  fault: { code: 'CANCELLED', message: 'Nobody waits for this token any more.' },
  steps: [],
};

const outcomeOf = (
  place: TokenPlace,
  { steps }: Talk,
  token: Promise<AuthToken>,
): Promise<E.Either<TokenFailure, Approved>> =>
  token.then(
    (got) => E.right({ place, token: got, steps }),
    (error: unknown) => E.left({ fault: faultFrom(error, steps.at(-1)?.url ?? ''), steps }),
  );

/** Keeps approvals until they are collected, ten minutes at most. */
export const createApprovals = ({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Approvals => {
  const pending = new Map<string, Pending>();
  const listeners = createListeners();
  const end = (id: string): void => {
    pending.get(id)?.stop.abort();
    pending.delete(id);
  };
  return {
    begin: async (place, talk) => {
      for (const id of [...pending.keys()].slice(0, Math.max(0, pending.size - mostApprovals + 1))) end(id);
      const stop = new AbortController();
      const whole = { ...talk, signal: stop.signal };
      const waiting =
        talk.config.grant === 'device_code' ? await byDevice(whole) : await byBrowser(whole, listeners);
      const id = ids.next();
      const lasts = Math.min(waiting.expiresInMs ?? approvalMs, approvalMs);
      const timer = setTimeout(() => stop.abort(), lasts);
      timer.unref();
      const outcome = outcomeOf(place, whole, waiting.token).finally(() => clearTimeout(timer));
      pending.set(id, { stop, outcome });
      return {
        id,
        open: waiting.open,
        ...(waiting.userCode === undefined ? {} : { userCode: waiting.userCode }),
        expiresAt: new Date(clock.now().getTime() + lasts).toISOString(),
      };
    },
    finish: (id, signal) => {
      const found = pending.get(id);
      if (found === undefined) return Promise.resolve(E.left(unknown));
      return new Promise((resolve, reject) => {
        const stop = () => {
          end(id);
          resolve(E.left(left));
        };
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        found.outcome.then(resolve, reject).finally(() => {
          pending.delete(id);
          signal.removeEventListener('abort', stop);
        });
      });
    },
    close: async () => {
      const all = [...pending.values()];
      for (const id of [...pending.keys()]) end(id);
      await Promise.all(all.map(({ outcome }) => outcome));
      listeners.close();
    },
  };
};
