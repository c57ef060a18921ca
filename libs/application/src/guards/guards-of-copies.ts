import { type PreparedRequest, type Secret, createSecretSearch, type SendGuard } from '@tandem/core';
import { collectRequestTexts } from '@tandem/execution';

import { type GuardOf, type PermitContext, permitOf } from './environment-permit.js';

/** Minimum length of a value treated as a copy of a secret. A shorter one may be a common word. */
export const minCopyLength = 6;

/** Whether a request contains one of these values, in any form that is hidden, wherever it was copied from. */
const createSecretDetector = (ports: PermitContext['ports'], secrets: readonly Secret[]) => {
  const { first } = createSecretSearch(secrets, { shortest: minCopyLength, pieces: true });
  return async (request: PreparedRequest): Promise<boolean> =>
    (await collectRequestTexts(ports.http, request)).some((text) => first(text) !== undefined);
};

/**
 * Checks every request sent with a guarded environment, and those that contain one of its secrets, whatever the
 * origin. Undefined if nothing limits the caller. All guards are checked together, so that a person is asked once.
 */
export const createEnvironmentPermit = (permitting: PermitContext): SendGuard | undefined => {
  const own = permitting.guards.filter(({ secrets }) => secrets === undefined);
  const others = permitting.guards.flatMap(({ secrets = [], ...one }) =>
    secrets.length === 0 ? [] : [{ one, holds: createSecretDetector(permitting.ports, secrets) }],
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
