import type { SentSecrets } from '@tandem/core';

/** How many secrets are remembered, and how many hosts of each. */
const most = { secrets: 500, hosts: 5 };

/** Adds at the end, and drops what is too much from the beginning. */
const withLatest = (all: readonly string[], one: string): readonly string[] =>
  [...all.filter((other) => other !== one), one].slice(-most.hosts);

/** Keeps in memory where secrets without hosts were sent. */
export const createSentSecrets = (): SentSecrets => {
  const hosts = new Map<string, readonly string[]>();
  const keyOf = (environmentId: string, name: string): string => `${environmentId} ${name}`;
  return {
    note: (environmentId, name, host) => {
      const key = keyOf(environmentId, name);
      const next = withLatest(hosts.get(key) ?? [], host);
      hosts.delete(key);
      hosts.set(key, next);
      const [oldest] = hosts.keys();
      if (hosts.size > most.secrets && oldest !== undefined) hosts.delete(oldest);
    },
    hostsOf: (environmentId, name) => hosts.get(keyOf(environmentId, name)) ?? [],
  };
};
