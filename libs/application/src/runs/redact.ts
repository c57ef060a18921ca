import { createRedactor, RunRow, type Secret } from '@tandem/core';

import type { Pass } from './entry.js';
import type { SelectedRequest } from './select-requests.js';

/** Hides the secrets that a run meets in whatever tells of it. The results of its executions have theirs hidden already. */
export interface RunSecrets {
  readonly add: (secrets: readonly Secret[]) => void;
  readonly text: (text: string) => string;
  readonly selected: (one: SelectedRequest) => SelectedRequest;
  readonly pass: (pass: Pass) => Pass;
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
  const text = (written: string): string => current().text(written);
  return {
    add: (secrets) => {
      for (const secret of secrets) {
        const key = `${secret.name} ${secret.value}`;
        if (known.has(key)) continue;
        known.set(key, secret);
        isCurrent = false;
      }
    },
    text,
    selected: (one) => ({
      ...one,
      name: text(one.name),
      folder: text(one.folder),
      path: text(one.path),
      ...(one.file === undefined ? {} : { file: text(one.file) }),
      ...(one.scriptFile === undefined ? {} : { scriptFile: text(one.scriptFile) }),
    }),
    pass: ({ row, environment, ...pass }) => ({
      ...pass,
      environment: environment === null ? null : { id: environment.id, name: text(environment.name) },
      ...(row === undefined ? {} : { row: current().as(RunRow)(row) as RunRow }),
    }),
  };
};
