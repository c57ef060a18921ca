import { type DepartingRequest, type Secret, searchOf, type SendGuard } from '@tandem/core';
import { departingTexts } from '@tandem/execution';

import { type GuardOf, type Permitting, permitOf } from './environment-permit.js';

/** The shortest value that is taken for a copy of a secret; a shorter one may be a common word. */
export const shortestCopy = 6;

/** Whether a request holds one of these values, in any form that is hidden, wherever it was copied from. */
const holding = (ports: Permitting['ports'], secrets: readonly Secret[]) => {
  const { first } = searchOf(secrets, { shortest: shortestCopy, pieces: true });
  return async (request: DepartingRequest): Promise<boolean> =>
    (await departingTexts(ports.http, request)).some((text) => first(text) !== undefined);
};

/**
 * Decides on every request that is sent with a guarded environment, and on those that hold a secret of one, whatever brought it there;
 * undefined if nothing limits the caller. All of them are judged together, so that a person is asked once.
 */
export const environmentPermit = (permitting: Permitting): SendGuard | undefined => {
  const own = permitting.guards.filter(({ secrets }) => secrets === undefined);
  const others = permitting.guards.flatMap(({ secrets = [], ...one }) =>
    secrets.length === 0 ? [] : [{ one, holds: holding(permitting.ports, secrets) }],
  );
  const permits = new Map<string, SendGuard | undefined>();
  const permitFor = (copied: readonly GuardOf[]): SendGuard | undefined => {
    const key = copied.map(({ environment: { id } }) => id).join();
    if (!permits.has(key)) {
      const environment = own.length > 0 ? permitting.environment : copied[0]?.environment;
      const all = { ...permitting, guards: [...own, ...copied], environment: environment ?? null };
      permits.set(key, permitOf(all));
    }
    return permits.get(key);
  };
  if (others.length === 0) return permitFor([]);
  return async (request, signal) => {
    const held = await Promise.all(others.map(({ holds }) => holds(request)));
    return permitFor(others.flatMap(({ one }, at) => (held[at] === true ? [one] : [])))?.(request, signal);
  };
};
