import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { createRedactor, type Secret } from '@tandem/core';

/** The scripts of a data folder as a report may show them. */
export interface ScriptLines {
  /** Receives the secrets that a run meets. */
  readonly met: (secrets: readonly Secret[]) => void;
  /** The text of a file with the secrets hidden that were met until now; undefined if it cannot be read. */
  readonly readSource: (file: string) => string | undefined;
}

const textOf = (root: string, file: string): string | undefined => {
  const path = join(root, file);
  if (relative(root, path).startsWith('..')) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Knows no secrets yet. */
export const scriptLines = (root: string): ScriptLines => {
  const secrets = new Map<string, Secret>();
  const shown = new Map<string, string | undefined>();
  return {
    met: (some) => {
      for (const secret of some) secrets.set(JSON.stringify([secret.name, secret.value]), secret);
    },
    readSource: (file) => {
      if (!shown.has(file)) {
        const text = textOf(root, file);
        shown.set(file, text === undefined ? undefined : createRedactor([...secrets.values()]).text(text));
      }
      return shown.get(file);
    },
  };
};
