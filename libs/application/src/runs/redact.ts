import { type CallSecrets, createCallSecrets, RunRow } from '@tandem/core';

import type { Pass } from './entry.js';
import type { SelectedRequest } from './select-requests.js';

/** The secrets of a run, which are redacted in all that it reports. The results of its executions are already redacted. */
export interface RunSecrets {
  readonly add: CallSecrets['add'];
  readonly text: (text: string) => string;
  readonly selected: (one: SelectedRequest) => SelectedRequest;
  readonly pass: (pass: Pass) => Pass;
}

/**
 * Collects the secrets of a run.
 * @param outer the secrets of the call that started the run
 */
export const collectRunSecrets = (outer?: Pick<CallSecrets, 'add'>): RunSecrets => {
  const { add, redactor } = createCallSecrets(outer);
  const text = (written: string): string => redactor().text(written);
  return {
    add,
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
      ...(row === undefined ? {} : { row: redactor().as(RunRow)(row) as RunRow }),
    }),
  };
};
