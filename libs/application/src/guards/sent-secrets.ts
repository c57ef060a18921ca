import type { SentSecrets } from '@tandem/core';

/** How many secrets are remembered, and how many hosts of each. */
const maxRemembered = { secrets: 500, hosts: 5 };

/** Adds at the end, and drops what is too much from the beginning. */
const addLatestHost = (all: readonly string[], one: string): readonly string[] =>
  [...all.filter((other) => other !== one), one].slice(-maxRemembered.hosts);

/** Keeps in memory where secrets without hosts were sent. */
export const createSentSecrets = (): SentSecrets => {
  const hosts = new Map<string, readonly string[]>();
  const keyOf = (environmentId: string, name: string): string => `${environmentId} ${name}`;
  return {
    note: (environmentId, name, host) => {
      const key = keyOf(environmentId, name);
      const next = addLatestHost(hosts.get(key) ?? [], host);
      hosts.delete(key);
      hosts.set(key, next);
      const [oldest] = hosts.keys();
      if (hosts.size > maxRemembered.secrets && oldest !== undefined) hosts.delete(oldest);
    },
    hostsOf: (environmentId, name) => hosts.get(keyOf(environmentId, name)) ?? [],
  };
};
