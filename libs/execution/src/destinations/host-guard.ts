import {
  type BoundSecret,
  type PreparedRequest,
  type Destination,
  getDestination,
  type ExecutionFault,
  isHostAllowed,
  listLegs,
  createHostPattern,
  createSecretSearch,
  type Secret,
  minHiddenLength,
} from '@tandem/core';

import { createFault } from '../fault.js';
import type { GuardFactory } from './guard.js';
import { collectRequestTexts, collectRequestWords } from './request-texts.js';

/** A value and the only hosts that it may be sent to. */
interface HostBoundSecret extends Secret {
  readonly hosts: readonly string[];
}

/** The host-bound values: stored ones, and those of this execution that override them. */
export const collectBoundSecrets = (
  bound: readonly BoundHere[],
  secrets: readonly Secret[],
): readonly HostBoundSecret[] => [
  ...bound.flatMap(({ name, hosts, values }) => values.map((value) => ({ name, hosts, value }))),
  ...bound
    .filter(({ isHere }) => isHere)
    .flatMap(({ name, hosts }) =>
      secrets.flatMap((one) => (one.name === name ? [{ name, hosts, value: one.value }] : [])),
    ),
];

/** A secret with hosts, and whether it belongs to the environment of the execution. */
export interface BoundHere extends BoundSecret {
  readonly isHere: boolean;
}

/** What one destination receives. */
interface Load {
  readonly to: Destination;
  readonly isProxy: boolean;
  readonly texts: () => Promise<readonly string[]>;
  readonly words: () => ReadonlySet<string>;
}

/** What each host receives. If a server trusts a client's claim, it is still the server of the URL. */
const listHostLoads = (request: PreparedRequest, texts: Load['texts']): readonly Load[] => {
  const { username = '', password = '' } = request.proxy?.credentials ?? {};
  const words = () => collectRequestWords(request);
  return listLegs(request)
    .filter(({ place }) => place !== 'claim')
    .flatMap(({ place, to, readsRequest }): readonly Load[] => {
      const isProxy = place === 'proxy';
      const whole = readsRequest ? [{ to, isProxy, texts, words }] : [];
      if (!isProxy) return whole;
      const shown = [getDestination(request.url).host, username, password];
      const told = () => Promise.resolve([shown.join('\n')]);
      return [{ to, isProxy, texts: told, words: () => new Set(shown) }, ...whole];
    });
};

/** The bound value that would reach a disallowed host. */
export const findStrayingSecret = async (
  { texts, words, to }: Pick<Load, 'texts' | 'words'> & Partial<Load>,
  bound: readonly HostBoundSecret[],
): Promise<HostBoundSecret | undefined> => {
  const away = bound.filter(({ hosts }) => to === undefined || !isHostAllowed(hosts, to));
  if (away.length === 0) return undefined;
  const { first } = createSecretSearch(away, { shortest: minHiddenLength, pieces: true });
  for (const text of await texts()) {
    const name = first(text);
    if (name !== undefined) return away.find((one) => one.name === name);
  }
  const short = away.filter(({ value }) => value !== '' && value.length < minHiddenLength);
  if (short.length === 0) return undefined;
  const found = words();
  return short.find(({ value }) => found.has(value));
};

const hops = { first: '', redirect: ' after a redirect', auth: '', token: ' for a token' } as const;

const createHostFault = (
  { name, hosts }: HostBoundSecret,
  { hop }: PreparedRequest,
  to: Destination,
  isProxy: boolean,
): ExecutionFault => {
  const host = createHostPattern(to);
  const place = host === '' ? 'a Host header that is no host' : `${isProxy ? 'the proxy ' : ''}${host}`;
  const message = `The secret ${name} may only be sent to ${hosts.join(', ')}, and this request would take it to ${place}${hops[hop]}, so it was not sent. Send it without ${name}, or, if ${name} belongs there, let a person add ${host === '' ? 'that host' : host} to its hosts under Environments in the window.`;
  return createFault('SECRET_HOST_REFUSED', message, { secret: name, host, hop, hosts });
};

/** Refuses a request that would send a host-bound secret elsewhere. */
export const createHostGuard: GuardFactory = ({ bound, ports }, secrets) => {
  if (bound.length === 0) return undefined;
  const values = collectBoundSecrets(bound, secrets);
  return async (request) => {
    let known: Promise<readonly string[]> | undefined;
    const texts = () => (known ??= collectRequestTexts(ports.http, request));
    for (const load of listHostLoads(request, texts)) {
      const found = await findStrayingSecret(load, values);
      if (found !== undefined) return createHostFault(found, request, load.to, load.isProxy);
    }
    return undefined;
  };
};
