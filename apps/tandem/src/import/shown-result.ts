import { secretPrefix } from '@tandem/core';
import { shellWord } from '@tandem/execution';

import type { InputDocument } from './documents.js';
import type { ImportResult } from './shown-import.js';

/** A document with what it makes. */
export interface PlannedImport {
  readonly document: InputDocument;
  readonly result: ImportResult;
}

/** What imports made. */
export interface ImportOutcome {
  readonly results: readonly PlannedImport[];
  /** The environment to run in, if any came. */
  readonly environment?: string | undefined;
  readonly written: readonly string[];
  readonly notWritten: readonly string[];
  /** Whether something holds the value of a secret that the folder had before, and was not written. */
  readonly isIncomplete?: boolean;
}

/** What a document is called in messages. */
export const nameOf = (file: string): string => {
  if (file === '-') return 'stdin';
  const [scheme] = /^[a-z][a-z\d+.-]*:\/\//i.exec(file) ?? [];
  if (scheme === undefined) return file;
  // A login or a token may stand in the rest.
  if (!/^https?:/i.test(scheme) || !URL.canParse(file))
    return `${scheme}${file.slice(scheme.length).replace(/^[^]*@|[?#][^]*$/g, '')}`;
  const { origin, pathname } = new URL(file);
  return `${origin}${pathname}`;
};

/** A word of a command as a shell takes it. */
export const quoteShellWord = (text: string): string => shellWord({ text });

/** What to do after an import. */
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

/** Identifiers and what is active are those of a database, which this import has in memory only. */
const toReportedImport = ({
  document,
  result: { folderId, environmentIds, group, activated, ...told },
}: PlannedImport) => ({
  file: nameOf(document.file),
  told,
});

/** The result for programs: of one document as it is, of several as a list. */
export const formatImportJson = ({ results, written, notWritten }: ImportOutcome): string => {
  const [first, ...others] = results.map(toReportedImport);
  const told =
    others.length === 0
      ? first?.told
      : { imports: [first, ...others].map((one) => ({ file: one?.file, ...one?.told })) };
  return `${JSON.stringify({ ...told, written, notWritten }, undefined, 2)}\n`;
};
