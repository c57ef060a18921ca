import { secretPrefix } from '@tandem/core';
import { quoteWord } from '@tandem/execution';

import type { InputDocument } from './documents.js';
import type { ImportResult } from './shown-import.js';

/** A document with what it creates. */
export interface PlannedImport {
  readonly document: InputDocument;
  readonly result: ImportResult;
}

/** What imports created. */
export interface ImportOutcome {
  readonly results: readonly PlannedImport[];
  /** The environment to run in, if one was imported. */
  readonly environment?: string | undefined;
  readonly written: readonly string[];
  readonly notWritten: readonly string[];
  /** Whether anything was not written because it contains a secret that the folder already had. */
  readonly isIncomplete?: boolean;
}

/** The name of a document in messages. */
export const getName = (file: string): string => {
  if (file === '-') return 'stdin';
  const [scheme] = /^[a-z][a-z\d+.-]*:\/\//i.exec(file) ?? [];
  if (scheme === undefined) return file;
  // The rest may contain a login or a token.
  if (!/^https?:/i.test(scheme) || !URL.canParse(file))
    return `${scheme}${file.slice(scheme.length).replace(/^[^]*@|[?#][^]*$/g, '')}`;
  const { origin, pathname } = new URL(file);
  return `${origin}${pathname}`;
};

/** Quotes a word of a command for a shell. */
export const quoteShellWord = (text: string): string => quoteWord({ text });

/** The next steps after an import. */
export const formatNextSteps = ({ results, environment }: ImportOutcome, workspace: string): string => {
  const env = environment === undefined ? '' : ` --env ${quoteShellWord(environment)}`;
  const secrets = [
    ...new Set(results.flatMap(({ result }) => result.environments.flatMap((one) => one.secrets))),
  ];
  const given = secrets.map((name) => `${secretPrefix}${name}`).join(', ');
  const hint =
    secrets.length === 0 ? '' : `Values of secrets were not written. Give them to the run as ${given}.\n`;
  return `\n${hint}Run it: tandem run ${quoteShellWord(workspace)}${env}\n`;
};

/** Ids and active items belong to a database, which this import has in memory only. */
const toReportedImport = ({
  document,
  result: { folderId, environmentIds, group, activated, ...told },
}: PlannedImport) => ({
  file: getName(document.file),
  told,
});

/** The result for programs: one document as it is, several as a list. */
export const formatImportJson = ({ results, written, notWritten }: ImportOutcome): string => {
  const [first, ...others] = results.map(toReportedImport);
  const told =
    others.length === 0
      ? first?.told
      : { imports: [first, ...others].map((one) => ({ file: one?.file, ...one?.told })) };
  return `${JSON.stringify({ ...told, written, notWritten }, undefined, 2)}\n`;
};
