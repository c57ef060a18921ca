import { mkdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type AppResult, describe, pickFirstEnvironment, type SynchronizationReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { toVisibleText } from '@tandem/core/visible';
import type { Output } from '@tandem/node/cli/commands';
import type { OpenedFiles } from '@tandem/workbench/files';

import { CommandRefusal, exitCodes, handleRefusal } from '../refusal.js';
import {
  findWorkspaceFolder,
  findWorkspaceOfData,
  formatPathPrefix,
  listFileProblems,
  listUnreadFiles,
  openLocated,
} from '../run/locate.js';
import { copySentFiles } from './copy-files.js';
import {
  formatImport,
  formatImportJson,
  formatKnownSecret,
  formatNextSteps,
  type ImportOutcome,
  type ImportResult,
  type ImportsResult,
  type PlannedImport,
} from './describe-import.js';
import {
  createSiblingReader,
  getDocumentName,
  type InputDocument,
  readDocuments,
  splitNames,
} from './documents.js';
import { createFetchUrl, findExistingFolder, findImportSources } from './fetch-url.js';
import type { ImportFlags } from './flags.js';
import { checkSecretsFile, openSecretStore, type SecretStore, writeSecrets } from './write-secrets.js';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs work that must not be interrupted: the first signal only prints a message, and the second one ends the process. */
const finishBeforeExit = async <A>(error: Output['error'], work: () => Promise<A>): Promise<A> => {
  const wait = (): void => {
    error('tandem: finishing the import; press Ctrl+C again to end at once, which may leave a part of it\n');
    stop();
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, wait);
  };
  for (const signal of signals) process.on(signal, wait);
  try {
    return await work();
  } finally {
    stop();
  }
};

/** The documents of an import, and their target folder. */
interface ImportTask {
  readonly documents: readonly InputDocument[];
  readonly flags: ImportFlags;
  readonly workspace: string;
  readonly error: Output['error'];
}

/** The named folder, otherwise the workspace folder around the current directory, otherwise the current directory. */
const findTargetFolder = async (given: string | undefined): Promise<string> => {
  if (given === undefined) return (await findWorkspaceFolder(process.cwd())) ?? process.cwd();
  return findWorkspaceOfData(resolve(given));
};

const unwrapOrRefuse = async <A>(work: AppResult<A>, file: string): Promise<A> => {
  const outcome = await work();
  if (E.isRight(outcome)) return outcome.right;
  const message = describe(outcome.left).replace(/^Invalid arguments: text(?= )/, getDocumentName(file));
  throw new CommandRefusal(message, exitCodes.unreadable);
};

const toListField = <K extends string>(name: K, paths: readonly string[]) =>
  (paths.length === 0 ? {} : { [name]: paths }) as Readonly<Partial<Record<K, readonly string[]>>>;

const toDocumentInput = ({ file, text, fetched }: InputDocument, flags: ImportFlags) => ({
  text,
  ...toListField('only', flags.only),
  ...toListField('without', flags.without),
  ...(fetched ?? (file === '-' ? {} : { name: basename(file) })),
});

/** Returns the names of all documents, for a message about all of them. */
const getNames = (documents: readonly InputDocument[]): string =>
  documents.map(({ file }) => getDocumentName(file)).join(', ');

/** Imports the documents. Returns the result for each, or the reason why it cannot be imported. */
const applyDocuments = async (
  { application, workspace }: OpenedFiles,
  documents: readonly InputDocument[],
  flags: ImportFlags,
  how: { readonly dryRun: boolean; readonly update: boolean },
): Promise<ImportsResult['imports']> => {
  const { imports } = await unwrapOrRefuse(
    application.imports.applyMany(
      {
        workspaceId: workspace.id,
        documents: documents.map((one) => toDocumentInput(one, flags)),
        ...how,
        ...toListField('plain', flags.plain),
        ...(flags.format === undefined ? {} : { format: flags.format }),
      },
      { signal: new AbortController().signal, progress: () => undefined, by: 'cli' },
      documents.map(({ file, fetched }) => (fetched === undefined ? createSiblingReader(file) : undefined)),
    ),
    getNames(documents),
  );
  return imports;
};

/** Opens the files of the folder for an import, which is refused if a file is invalid. */
const openForImport = async <A>(
  { workspace, flags, error }: Pick<ImportTask, 'workspace' | 'flags' | 'error'>,
  imports: 'plan' | 'plan-new' | 'make' | 'update',
  work: (opened: OpenedFiles) => Promise<A>,
): Promise<A> => {
  const opened = await openLocated({ workspace }, { env: {}, imports });
  try {
    const problems = listFileProblems(opened.report);
    if (problems.length > 0)
      throw new CommandRefusal(
        `nothing was imported, because of these files:\n${problems.join('\n')}`,
        exitCodes.unreadable,
      );
    // Print unread files only once: a real import is planned first, and prints them itself.
    if (imports !== 'plan' || flags.dryRun) for (const line of listUnreadFiles(opened.report)) error(line);
    return await work(opened);
  } finally {
    await opened.close();
  }
};

/** Refuses a document that was named on the command line. The message uses the names of flags. */
const createProblemRefusal = (problem: string, file: string): CommandRefusal => {
  const [, ofFlag] = /^Invalid arguments: ((?:only|without) [^]*)$/.exec(problem) ?? [];
  const message =
    ofFlag === undefined
      ? `${getDocumentName(file)} ${problem}`
      : `--${ofFlag.replace('; dryRun lists them', '; --dry-run lists them')}`;
  return new CommandRefusal(message, exitCodes.unreadable);
};

/**
 * Plans the import of each document. A document that was found in a folder may turn out to be another file,
 * which is skipped.
 */
const planDocuments = async (
  opened: OpenedFiles,
  { documents, flags, error }: ImportTask,
): Promise<readonly PlannedImport[]> => {
  const results = await applyDocuments(opened, documents, flags, { dryRun: true, update: flags.update });
  return documents.flatMap((document, at) => {
    const { result, problem = '' } = results[at] ?? {};
    if (result !== undefined) return [{ document, result }];
    if (!document.isFound) throw createProblemRefusal(problem, document.file);
    error(`tandem: ${document.file} was passed over: it ${problem}\n`);
    return [];
  });
};

/** Refuses to update a single document that was not imported before. An update of several documents imports such a document as new. */
const refuseNewDocument = ({ flags, documents }: ImportTask, planned: readonly PlannedImport[]): void => {
  const isNew = planned.some(({ result }) => result.update === undefined);
  if (flags.update && documents.length === 1 && isNew)
    throw new CommandRefusal(
      '--update needs an earlier import of this document; import it without --update first.',
      exitCodes.unreadable,
    );
};

/** Refuses names in `--plain` that do not belong to a secret in any document. */
const refuseUnknownPlain = (names: readonly string[], planned: readonly PlannedImport[]): void => {
  const found = planned.flatMap(({ result }) => result.plain ?? []);
  const unknown = names.find((name) => !found.includes(name));
  if (unknown === undefined) return;
  const secrets = planned.flatMap(({ result }) => result.environments.flatMap((one) => one.secrets));
  const known = secrets.length === 0 ? 'none' : [...new Set(secrets)].join(', ');
  throw new CommandRefusal(`--plain ${unknown} names no secret of the import; it has ${known}.`);
};

/** Plans the imports. A folder that does not exist yet is planned within its parent, whose files are not read. */
const planImports = async (wanted: ImportTask): Promise<readonly PlannedImport[]> => {
  const { workspace } = wanted;
  const around = await findExistingFolder(workspace);
  return openForImport(
    { ...wanted, workspace: around },
    around === workspace ? 'plan' : 'plan-new',
    async (opened) => {
      const planned = await planDocuments(opened, wanted);
      if (planned.length === 0)
        throw new CommandRefusal(
          'none of the files is a document that can be imported.',
          exitCodes.unreadable,
        );
      refuseNewDocument(wanted, planned);
      refuseUnknownPlain(wanted.flags.plain, planned);
      return planned;
    },
  );
};

/**
 * Finds the imported environment that has all values: the first one that extends others and is not a base, otherwise the first
 * one. Globals alone are none, and one for production is chosen only if there is no other.
 */
const findMainEnvironment = async (
  { application, workspace }: OpenedFiles,
  results: readonly ImportResult[],
): Promise<string | undefined> => {
  const listed = await unwrapOrRefuse(
    application.environments.list({ workspaceId: workspace.id }),
    'environments',
  );
  const ids = results.flatMap(({ environmentIds = [] }) => environmentIds);
  const made = ids.flatMap((id) => listed.environments.find((one) => one.id === id) ?? []);
  const bases = new Set(listed.environments.map((one) => one.extends));
  const heads = made.filter((one) => !bases.has(one.name));
  const extending = heads.filter((one) => one.extends !== '');
  return pickFirstEnvironment(extending.length > 0 ? extending : heads)?.name;
};

/** Lists the fields that contain a secret's value, which is never written to a file. */
const describeWithheldFields = ({ withheld }: SynchronizationReport, prefix: string): readonly string[] =>
  withheld.map(
    ({ path, field, secret }) =>
      `${prefix}${path}: ${field} holds the value of the secret ${secret}, which no file may hold; use {{${secret}}} there`,
  );

/** Lists what a synchronization did not write, one line each: values of secrets, and very long files. */
const listUnwrittenFields = (report: SynchronizationReport, prefix: string): readonly string[] => [
  ...describeWithheldFields(report, prefix),
  ...report.warnings
    .filter(({ code }) => code !== 'notRead')
    .map(({ path, message }) => `${prefix}${path}: ${message}`),
];

/**
 * Refuses the import if its files omit values. They would contain them in plain text, and the command has no database to store the
 * values in.
 */
const refuseWithheld = (lines: readonly string[]): void => {
  if (lines.length > 0)
    throw new CommandRefusal(
      `nothing was imported, because of these places:\n${lines.join('\n')}`,
      exitCodes.unreadable,
    );
};

/**
 * Lists what the first synchronization would omit after documents are imported together: one document may contain the secret of a later
 * one.
 */
const findWithheldFields = async ({ application, workspace }: OpenedFiles): Promise<readonly string[]> => {
  const report = await unwrapOrRefuse(
    application.synchronization.synchronize({ workspaceId: workspace.id, dryRun: true }),
    workspace.path,
  );
  return describeWithheldFields(report, formatPathPrefix(report.path, workspace.path));
};

/** Whether a workspace had folders or requests before an import. */
const hadContent = ({ report: { pulled, merged, unchanged } }: OpenedFiles): boolean =>
  unchanged > 0 ||
  [...pulled, ...merged].some((path) => !/^(?:environments\/|opencollection\.yml$)/.test(path));

/** The directories that an import has made, as paths for a run. */
const listMadeFolders = ({ path, written }: SynchronizationReport): readonly string[] => {
  const inside = written.filter((one) => one.includes('/') && !one.startsWith('environments/'));
  const names = new Set(inside.map((one) => one.slice(0, one.indexOf('/'))));
  return [...names].map((name) => `${formatPathPrefix(path)}${name}`);
};

const runImports = (
  wanted: ImportTask,
  planned: readonly PlannedImport[],
  store: SecretStore,
): Promise<ImportOutcome> =>
  openForImport(wanted, wanted.flags.update ? 'update' : 'make', async (opened) => {
    const documents = planned.map(({ document }) => document);
    const how = { dryRun: false, update: wanted.flags.update };
    const imports = await applyDocuments(opened, documents, wanted.flags, how);
    const results = documents.flatMap((document, at): readonly PlannedImport[] => {
      const result = imports[at]?.result;
      return result === undefined ? [] : [{ document, result }];
    });
    refuseWithheld(
      results.flatMap(({ document, result: { knownSecrets = [] } }) =>
        knownSecrets
          .filter(({ now }) => now === 'plain')
          .map((one) => `${getDocumentName(document.file)}: ${formatKnownSecret(one)}`),
      ),
    );
    if (planned.length > 1) refuseWithheld(await findWithheldFields(opened));
    const report = await unwrapOrRefuse(
      opened.application.synchronization.synchronize({ workspaceId: opened.workspace.id }),
      wanted.workspace,
    );
    const bringsSecrets = results.some(({ result }) =>
      result.environments.some((one) => one.secrets.length > 0),
    );
    const secrets = wanted.flags.noSecrets || !bringsSecrets ? [] : await opened.secrets();
    const environment = await findMainEnvironment(
      opened,
      results.map(({ result }) => result),
    );
    const { copied, results: reported } = await copySentFiles(results, wanted.workspace);
    const prefix = formatPathPrefix(report.path, opened.workspace.path);
    const isPart = hadContent(opened) && results.every(({ result }) => result.update === undefined);
    const written = report.written.map((path) => `${prefix}${path}`);
    return {
      results: reported,
      environment,
      hasRequests: hadContent(opened) || results.some(({ result }) => result.counts.requests > 0),
      ...(isPart ? { folders: listMadeFolders(report) } : {}),
      written,
      copied,
      notWritten: listUnwrittenFields(report, prefix),
      isIncomplete: report.withheld.length > 0,
      secrets: await writeSecrets(
        wanted.workspace,
        secrets,
        store,
        new Set(results.flatMap(({ result }) => result.environments.map(({ name }) => name))),
      ),
    };
  });

/** Creates the folder if all documents can be imported, and imports them. */
const importDocumentsInto = async (wanted: ImportTask): Promise<ImportOutcome> => {
  const { workspace } = wanted;
  const planned = await planImports(wanted);
  const hasSecrets = !wanted.flags.noSecrets && planned.some(({ result }) => result.counts.secrets > 0);
  if (hasSecrets) await checkSecretsFile(workspace);
  const store = hasSecrets ? await openSecretStore(wanted.flags) : undefined;
  await mkdir(workspace, { recursive: true }).catch((error: unknown) => {
    throw new CommandRefusal(
      `${workspace} cannot be made: ${(error as Error).message}`,
      exitCodes.unreadable,
    );
  });
  return finishBeforeExit(wanted.error, () => runImports(wanted, planned, store));
};

/** Returns what the import would create. Nothing is written. */
const planOnly = async (wanted: ImportTask): Promise<ImportOutcome> => {
  const planned = await planImports(wanted);
  const { results, copied } = await copySentFiles(planned, wanted.workspace, { dryRun: true });
  return { results, copied, hasRequests: true, written: [], notWritten: [] };
};

/** Reads the documents named on the command line, and their target folder. A folder without documents is updated from its source. */
const readNamedDocuments = async (names: readonly string[], flags: ImportFlags) => {
  const [only, ...others] = names;
  if (flags.update && only !== undefined && others.length === 0) {
    const workspace = await findTargetFolder(only);
    const urls = await findImportSources(only, workspace, flags);
    if (urls !== undefined) return { sources: urls, folder: only, workspace };
  }
  const { sources, folder } = await splitNames(names);
  return { sources, folder, workspace: await findTargetFolder(folder) };
};

/** Imports documents of other tools into a workspace folder, and returns the exit code. */
export const importDocuments = (
  names: readonly string[],
  flags: ImportFlags,
  { out, error }: Output,
): Promise<number> =>
  handleRefusal(error, async () => {
    const { sources, folder, workspace } = await readNamedDocuments(names, flags);
    const documents = await readDocuments(sources, createFetchUrl(workspace, flags));
    if (documents.length > 1 && flags.only.length + flags.without.length > 0)
      throw new CommandRefusal('--only and --without choose from one document; import it by itself.');
    const wanted: ImportTask = { documents, flags, workspace, error };
    const made: ImportOutcome = flags.dryRun ? await planOnly(wanted) : await importDocumentsInto(wanted);
    for (const line of made.notWritten) error(`tandem: ${line}\n`);
    if (flags.json) out(toVisibleText(formatImportJson(made)));
    else {
      const shown = made.results.map(({ document, result }) =>
        formatImport(getDocumentName(document.file), result),
      );
      out(`${toVisibleText(shown.join('\n'))}${flags.dryRun ? '' : formatNextSteps(made, folder ?? '.')}`);
    }
    return made.isIncomplete === true ? exitCodes.unreadable : exitCodes.green;
  });
