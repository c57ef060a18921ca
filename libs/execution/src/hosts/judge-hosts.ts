import {
  type BoundSecret,
  type DepartingProxy,
  type DepartingRequest,
  type Destination,
  destinationOf,
  type ExecutionFault,
  hostAllowed,
  hostPattern,
  patternFor,
  searchOf,
  type Secret,
  shortestHidden,
} from '@tandem/core';

import { fault } from '../fault.js';
import type { Judge } from '../guard.js';
import { departingTexts, departingWords } from './departing-text.js';

/** A value and the only hosts that it may be sent to. */
interface Bound extends Secret {
  readonly hosts: readonly string[];
}

/** The values that are bound: stored ones, and those of this execution that stand in for them. */
const boundValues = (bound: readonly BoundHere[], secrets: readonly Secret[]): readonly Bound[] => [
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

/** The host that a server is told, which may differ from the one that is connected to. */
const toldHost = ({ url, headers }: DepartingRequest): Destination | null | undefined => {
  const told = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  if (told === undefined) return undefined;
  const { protocol } = new URL(url);
  const address = `${protocol}//${told.trim()}/`;
  return URL.canParse(address) && hostPattern(told) !== undefined ? destinationOf(address) : null;
};

const proxyPorts = { http: 80, https: 443, socks5: 1080 } as const;

const proxyDestination = ({ hostname, port, protocol }: DepartingProxy): Destination => ({
  ...destinationOf(`http://${hostname}/`),
  port,
  usualPort: proxyPorts[protocol],
});

/** What goes to one place. */
interface Leg {
  readonly to: Destination;
  readonly texts: () => Promise<readonly string[]>;
  readonly words: () => ReadonlySet<string>;
}

const legsOf = (request: DepartingRequest, texts: Leg['texts']): readonly Leg[] => {
  const { url, proxy } = request;
  const to = destinationOf(url);
  const told = toldHost(request);
  const whole = (place: Destination): Leg => ({ to: place, texts, words: () => departingWords(request) });
  const legs = [to, ...(told == null ? [] : [told])].map(whole);
  // A Host that is no host leads nobody knows where.
  if (told === null) legs.push(whole({ host: '', port: 0, usualPort: 0 }));
  if (proxy === undefined) return legs;
  const { username = '', password = '' } = proxy.credentials ?? {};
  const shown = [to.host, username, password];
  const toProxy: Leg = {
    to: proxyDestination(proxy),
    texts: () => Promise.resolve([shown.join('\n')]),
    words: () => new Set(shown),
  };
  return [...legs, toProxy, ...(proxy.forwards ? [whole(toProxy.to)] : [])];
};

/** The bound value that would go where it may not. */
const straying = async ({ to, texts, words }: Leg, bound: readonly Bound[]): Promise<Bound | undefined> => {
  const away = bound.filter(({ hosts }) => !hostAllowed(hosts, to));
  if (away.length === 0) return undefined;
  const { first } = searchOf(away, { shortest: shortestHidden, pieces: true });
  for (const text of await texts()) {
    const name = first(text);
    if (name !== undefined) return away.find((one) => one.name === name);
  }
  const short = away.filter(({ value }) => value !== '' && value.length < shortestHidden);
  if (short.length === 0) return undefined;
  const found = words();
  return short.find(({ value }) => found.has(value));
};

const hops = { first: '', redirect: ' after a redirect', auth: '', token: ' for a token' } as const;

const refused = (
  { name, hosts }: Bound,
  { hop }: DepartingRequest,
  to: Destination,
  isProxy: boolean,
): ExecutionFault => {
  const host = patternFor(to);
  const place = host === '' ? 'a Host header that is no host' : `${isProxy ? 'the proxy ' : ''}${host}`;
  const message = `The secret ${name} may only be sent to ${hosts.join(', ')}, and this request would take it to ${place}${hops[hop]}, so it was not sent. Send it without ${name}, or, if ${name} belongs there, let a person add ${host === '' ? 'that host' : host} to its hosts under Environments in the window.`;
  return fault('SECRET_HOST_REFUSED', message, { secret: name, host, hop, hosts });
};

/** Refuses a request that would take a secret with hosts elsewhere. */
export const judgeHosts: Judge = ({ bound, ports }, secrets) => {
  if (bound.length === 0) return undefined;
  const values = boundValues(bound, secrets);
  return async (request) => {
    let known: Promise<readonly string[]> | undefined;
    const texts = () => (known ??= departingTexts(ports.http, request));
    for (const leg of legsOf(request, texts)) {
      const found = await straying(leg, values);
      if (found !== undefined)
        return refused(
          found,
          request,
          leg.to,
          request.proxy !== undefined && leg.to.host === proxyDestination(request.proxy).host,
        );
    }
    return undefined;
  };
};
