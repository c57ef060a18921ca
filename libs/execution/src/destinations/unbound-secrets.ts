import {
  getDestination,
  type Diagnostic,
  type OutgoingRequest,
  createHostPattern,
  createSecretSearch,
  minRedactedLength,
} from '@tandem/core';

import type { ExecutionContext } from '../execution-state.js';

/** Maximum length of a body that is searched for unbound secrets, in UTF-16 units. */
const maxSearchedBody = 65_536;

/**
 * Reports the secrets without a host binding that were sent, so that a person can bind them to the hosts with a click. An agent gets no
 * such diagnostic, because it cannot bind secrets.
 */
export const describeUnboundSecrets = (
  { environment, bound, by, redactsSecrets, ports }: ExecutionContext,
  { url, headers, body, auth, signedWith = [] }: OutgoingRequest,
): readonly Diagnostic[] => {
  if (environment === null) return [];
  const known = bound.filter(({ isHere }) => isHere).map(({ name }) => name);
  const unbound = environment.secrets.filter(({ name, enabled }) => enabled && !known.includes(name));
  if (unbound.length === 0) return [];
  const { findMatches } = createSecretSearch(unbound, { minLength: minRedactedLength, pieces: false });
  const text = body.kind === 'text' ? body.text.slice(0, maxSearchedBody) : '';
  const parts = [url, ...headers.flat(), JSON.stringify(auth ?? null), ...signedWith, text].join('\n');
  const { host } = new URL(url);
  const sent = [...new Set(findMatches(parts).map(({ name }) => name))];
  for (const name of sent)
    ports.sentSecrets.note(environment.id, name, createHostPattern(getDestination(url)));
  if (by !== 'window' || redactsSecrets === true) return [];
  return sent.map((name) => ({
    code: 'SECRET_UNBOUND',
    message: `The secret ${name} was sent to ${host}, and may be sent to any other host. Give it hosts under Environments.`,
    where: `secret:${name}`,
  }));
};
