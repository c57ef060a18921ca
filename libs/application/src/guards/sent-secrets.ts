import type { SentSecrets } from '@tandem/core';

/** Maximum number of secrets remembered, and of hosts for each. */
const maxRemembered = { secrets: 500, hosts: 5 };

/** Appends an item, and drops the excess from the beginning. */
const addLatestHost = (all: readonly string[], one: string): readonly string[] =>
  [...all.filter((other) => other !== one), one].slice(-maxRemembered.hosts);

/** Remembers in memory where secrets without hosts were sent. */
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
