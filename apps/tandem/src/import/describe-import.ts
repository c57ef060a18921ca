import { describeUnsetVariable, getSecretVariable, groupLeftOut, type SecretReason } from '@tandem/core';
import type { OpenedFiles } from '@tandem/workbench/files';

import { quoteShellWord } from '../refusal.js';
import { formatPathPrefix } from '../run/locate.js';
import { getDocumentName, type InputDocument } from './documents.js';
import type { WrittenSecrets } from './write-secrets.js';

type ApplyResult = ReturnType<OpenedFiles['application']['imports']['applyMany']>;

/** The result of importing several documents, or of a dry run. */
export type ImportsResult = Extract<Awaited<ReturnType<ApplyResult>>, { readonly _tag: 'Right' }>['right'];

/** The result of importing one document, or of a dry run. */
export type ImportResult = NonNullable<ImportsResult['imports'][number]['result']>;

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const formatNames = (what: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `  ${what}: ${names.join(', ')}\n`;

const reasonLabels: Readonly<Record<SecretReason, string>> = {
  document: 'the document says so',
  place: 'stands where credentials do',
  name: 'by its name',
  value: 'looks generated',
};

type MadeEnvironment = ImportResult['environments'][number];

/** The secrets of an environment, each with the reason why it is a secret. */
const formatSecrets = ({ secrets, reasons = [] }: MadeEnvironment): string => {
  const labels = new Map(reasons.map(({ name, why }) => [name, ` (${reasonLabels[why]})`]));
  return formatNames(
    'secrets',
    secrets.map((name) => `${name}${labels.get(name) ?? ''}`),
  );
};

/** Maximum number of items of each list in the text. */
const maxListed = 500;

const formatRemainder = (all: number): string => (all > maxListed ? `  and ${all - maxListed} more\n` : '');

type Update = NonNullable<ImportResult['update']>;

const formatChange = ({ outcome, folder, name, fields, kept }: Update['changes'][number]): string => {
  const facts = [
    ...(outcome === 'changed' && fields.length > 0 ? [`takes ${fields.join(', ')}`] : []),
    ...(outcome === 'gone' ? ['is gone from the document, and tagged "gone"'] : []),
    ...(outcome === 'deleted' ? ['was deleted here and does not come again'] : []),
    ...(kept.length > 0 ? [`keeps your ${kept.join(', ')}`] : []),
  ];
  const about = facts.length === 0 ? '' : `: ${facts.join('; ')}`;
  // An update with this outcome may change no field; it then counts as unchanged.
  const word = outcome === 'changed' && fields.length === 0 ? 'unchanged' : outcome;
  return `  ${word} ${folder === '' ? '' : `${folder}/`}${name}${about}\n`;
};

const formatLeftOut = ({ leftOut }: ImportResult): string =>
  [
    leftOut.length === 0 ? '' : '\nLeft out\n',
    ...groupLeftOut(leftOut.slice(0, maxListed)).map(({ place, what }) => `  ${place}: ${what}\n`),
    formatRemainder(leftOut.length),
  ].join('');

/** Describes a location that contains the value of a secret. */
export const formatKnownSecret = ({
  place,
  secret,
}: NonNullable<ImportResult['knownSecrets']>[number]): string =>
  `${place} holds the value of the secret ${secret}, which no file may hold; put {{${secret}}} there`;

const formatMissingFiles = ({ files = [] }: ImportResult): string =>
  [
    files.length === 0 ? '' : '\nFiles to add\n',
    ...groupLeftOut(files).map(({ place, what }) => `  ${place}: ${what}\n`),
  ].join('');

const formatUnset = ({ unset = [] }: ImportResult): string =>
  [
    unset.length === 0 ? '' : '\nVariables without a value\n',
    ...groupLeftOut(unset.map(({ name, from }) => describeUnsetVariable(name, from))).map(
      ({ place, what }) => `  ${place}: ${what}\n`,
    ),
  ].join('');

const formatKnownSecrets = ({ knownSecrets = [] }: ImportResult): string =>
  [
    knownSecrets.length === 0 ? '' : '\nSecrets that are there already\n',
    ...knownSecrets.map((one) =>
      one.now === 'named'
        ? `  ${one.place}: {{${one.secret}}} stands there in place of the value\n`
        : `  ${formatKnownSecret(one)}\n`,
    ),
  ].join('');

/** Describes what an update does with the requests of an earlier import. */
const formatUpdate = (file: string, result: ImportResult, update: Update): string => {
  const { format, why, dryRun, folder } = result;
  const { counts, changes } = update;
  const listedCounts = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.gone} gone`;
  return [
    `Read ${file} as ${format}: ${why}.\n`,
    `${dryRun ? 'It would update' : 'Updated'} the folder ${folder}: ${listedCounts}.\n`,
    changes.length === 0 ? '' : '\nRequests\n',
    ...changes.slice(0, maxListed).map(formatChange),
    formatRemainder(changes.length),
    formatUnset(result),
    formatKnownSecrets(result),
    formatMissingFiles(result),
    formatLeftOut(result),
  ].join('');
};

/** Describes an import, its environments, and everything that could not be imported. */
export const formatImport = (file: string, result: ImportResult): string => {
  if (result.update !== undefined) return formatUpdate(file, result, result.update);
  const { dryRun, format, why, folder, counts, requests, environments, earlier } = result;
  const where = folder === '' ? '' : `, in the new folder ${folder}`;
  const { examples = 0 } = counts;
  const withExamples = examples === 0 ? '' : ` with ${formatCount(examples, 'example')}`;
  const again =
    earlier === undefined
      ? ''
      : `An earlier import of it is in the folder ${earlier}; --update brings that up to date.\n`;
  return [
    `Read ${file} as ${format}: ${why}.\n`,
    `${dryRun ? 'It would make' : 'Made'} ${formatCount(counts.requests, 'request')}${withExamples} and ${formatCount(counts.environments, 'environment')}${where}.\n`,
    again,
    requests.length === 0 ? '' : '\nRequests\n',
    ...requests
      .slice(0, maxListed)
      .map((one) => `  ${one.method} ${one.folder === '' ? '' : `${one.folder}/`}${one.name}  ${one.url}\n`),
    formatRemainder(requests.length),
    ...environments.map(
      (one) => `\nEnvironment ${one.name}\n${formatNames('variables', one.variables)}${formatSecrets(one)}`,
    ),
    formatUnset(result),
    formatKnownSecrets(result),
    formatMissingFiles(result),
    formatLeftOut(result),
  ].join('');
};

/** A document and the result that its import would have. */
export interface PlannedImport {
  readonly document: InputDocument;
  readonly result: ImportResult;
}

/** The results of all imports of one command. */
export interface ImportOutcome {
  readonly results: readonly PlannedImport[];
  /** The environment to use for a run, if one was imported. */
  readonly environment?: string | undefined;
  /** Whether the workspace has requests now. */
  readonly hasRequests: boolean;
  /** The folders to run, if the workspace has requests that were not imported now. Otherwise the workspace. */
  readonly folders?: readonly string[];
  readonly written: readonly string[];
  /** Files that requests send, copied from beside their documents. */
  readonly copied: readonly string[];
  readonly notWritten: readonly string[];
  /** The location to which the values of secrets were written. */
  readonly secrets?: WrittenSecrets | undefined;
  /** Whether a file was not written because it would contain a secret that the folder already had. */
  readonly isIncomplete?: boolean;
}

/** The next steps after an import. */
export const formatNextSteps = (
  { results, environment, hasRequests, folders = [], copied, secrets: written }: ImportOutcome,
  workspace: string,
): string => {
  const env = environment === undefined ? '' : ` --env ${quoteShellWord(environment)}`;
  const secrets = written?.notWritten ?? [
    ...new Set(results.flatMap(({ result }) => result.environments.flatMap((one) => one.secrets))),
  ];
  const given = secrets.map((name) => getSecretVariable(name)).join(', ');
  const hint = [
    copied.length === 0 ? '' : `Copied what requests send: ${copied.join(', ')}.\n`,
    written === undefined
      ? ''
      : `Values of secrets are in ${written.isInKeychain ? 'the keychain, and their ids in ' : ''}${formatPathPrefix(written.file).slice(0, -1)}, which .gitignore names.\n`,
    secrets.length === 0
      ? ''
      : `Values of secrets were not written${written === undefined ? '' : ' for these'}. Give them to the run as ${given}.\n`,
  ].join('');
  const paths = folders.length === 0 ? [workspace] : folders;
  if (!hasRequests)
    return `\n${hint}There are no requests yet: import a collection into ${quoteShellWord(workspace)}, too.\n`;
  return `\n${hint}Run it: tandem run ${paths.map(quoteShellWord).join(' ')}${env}\n`;
};

/** Removes ids and active items, which exist only in this import's in-memory database. */
const toReportedImport = ({
  document,
  result: { folderId, environmentIds, group, activated, activate, ...told },
}: PlannedImport) => ({
  file: getDocumentName(document.file),
  told,
});

/** Formats the result for programs: an object for one document, a list for several. */
export const formatImportJson = ({
  results,
  written,
  copied,
  notWritten,
  secrets,
}: ImportOutcome): string => {
  const [first, ...others] = results.map(toReportedImport);
  const told =
    others.length === 0
      ? first?.told
      : { imports: [first, ...others].map((one) => ({ file: one?.file, ...one?.told })) };
  const copiedFiles = copied.length === 0 ? {} : { copied };
  const secretsFile = secrets === undefined ? {} : { secretsFile: secrets.file };
  return `${JSON.stringify({ ...told, written, ...copiedFiles, notWritten, ...secretsFile }, undefined, 2)}\n`;
};
