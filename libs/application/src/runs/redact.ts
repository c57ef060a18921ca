import { createRedactor, RunEntry, type Secret } from '@tandem/core';

/** Hides the secrets that a run meets in whatever tells of it. */
export interface RunSecrets {
  readonly add: (secrets: readonly Secret[]) => void;
  readonly entry: (entry: RunEntry) => RunEntry;
  readonly text: (text: string) => string;
}

/** Knows no secrets yet. */
export const runSecrets = (): RunSecrets => {
  const known = new Map<string, Secret>();
  let redactor = createRedactor([]);
  let isCurrent = true;
  const current = (): typeof redactor => {
    if (!isCurrent) redactor = createRedactor([...known.values()]);
    isCurrent = true;
    return redactor;
  };
  return {
    add: (secrets) => {
      for (const secret of secrets) {
        const key = `${secret.name} ${secret.value}`;
        if (known.has(key)) continue;
        known.set(key, secret);
        isCurrent = false;
      }
    },
    entry: (entry) => current().as(RunEntry)(entry) as RunEntry,
    text: (text) => current().text(text),
  };
};
