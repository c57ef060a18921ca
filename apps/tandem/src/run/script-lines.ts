import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { type CallSecrets, createCallSecrets } from '@tandem/core';

/** The scripts of a data folder as a report may show them. */
export interface ScriptLines {
  /** The secrets of the run whose report it is. */
  readonly secrets: CallSecrets;
  /** The text of a file with the secrets hidden that the run has met so far; undefined if it cannot be read. */
  readonly readSource: (file: string) => string | undefined;
}

const readScriptText = (root: string, file: string): string | undefined => {
  const path = join(root, file);
  if (relative(root, path).startsWith('..')) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Knows no secrets yet. */
export const createScriptLines = (root: string): ScriptLines => {
  const secrets = createCallSecrets();
  const shown = new Map<string, string | undefined>();
  return {
    secrets,
    readSource: (file) => {
      if (!shown.has(file)) {
        const text = readScriptText(root, file);
        shown.set(file, text === undefined ? undefined : secrets.redactor().text(text));
      }
      return shown.get(file);
    },
  };
};
