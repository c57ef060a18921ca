import type { ExecutionFault } from '@tandem/core';

/** A secret that was not sent because its hosts do not have the one it would have gone to. */
export interface RefusedSecret {
  readonly name: string;
  /** Where it would have gone; empty if that is no host. */
  readonly host: string;
  /** Whether a stored secret is the one, also once it has got the host. */
  readonly isOf: (secret: { readonly name: string; readonly hosts: readonly string[] }) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a fault says about a secret that was not sent; undefined for other faults. */
export const parseRefusedSecret = ({
  code,
  details,
}: Pick<ExecutionFault, 'code' | 'details'>): RefusedSecret | undefined => {
  if (code !== 'SECRET_HOST_REFUSED') return undefined;
  const { secret, host, hosts } = (details ?? {}) as Readonly<Record<string, unknown>>;
  if (!isText(secret) || !isText(host) || !Array.isArray(hosts)) return undefined;
  const before = new Set(hosts.filter(isText));
  return {
    name: secret,
    host,
    isOf: (one) =>
      one.name === secret && before.size > 0 && [...before].every((known) => one.hosts.includes(known)),
  };
};
