import { mkdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import type { Output } from '@tandem/cli/commands';
import { type AppResult, describe, secretPrefix, type SynchronizationReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { OpenedFiles } from '@tandem/workbench/files';

import { exists } from '../exists.js';
import { answering, exitCodes, Refused } from '../refused.js';
import { openLocated, problemsOf, shownPrefix } from '../run/files.js';
import { aroundData, workspaceOf } from '../run/locate.js';
import { documentText, readerBeside } from './document-text.js';
import type { ImportFlags } from './flags.js';
import { type ImportResult, shownImport } from './shown-import.js';

interface Called {
  readonly file: string;
  readonly folder: string | undefined;
  readonly flags: ImportFlags;
}

/** A document, and the folder that it goes into. */
interface Wanted extends Pick<Called, 'file' | 'flags'> {
  readonly text: string;
  readonly workspace: string;
}

/** The folder that was named, else that of the workspace around the current directory, else that itself. */
const targetOf = async (given: string | undefined): Promise<string> => {
  if (given === undefined) return (await workspaceOf(process.cwd())) ?? process.cwd();
  return aroundData(resolve(given));
};

const existingAround = async (path: string): Promise<string> =>
  (await exists(path)) ? path : existingAround(dirname(path));

const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

const orRefused = async <A>(work: AppResult<A>, file: string): Promise<A> => {
  const outcome = await work();
  if (E.isRight(outcome)) return outcome.right;
  const message = describe(outcome.left).replace(/^Invalid arguments: text(?= )/, nameOf(file));
  throw new Refused(message, exitCodes.unreadable);
};

const apply = (opened: OpenedFiles, { file, flags, text }: Wanted, dryRun: boolean): Promise<ImportResult> =>
  orRefused(
    opened.application.imports.apply(
      {
        workspaceId: opened.workspace.id,
        text,
        dryRun,
        update: flags.update,
        ...(file === '-' ? {} : { name: basename(file) }),
        ...(flags.format === undefined ? {} : { format: flags.format }),
      },
      { signal: new AbortController().signal, progress: () => undefined, by: 'cli' },
      readerBeside(file),
    ),
    file,
  );

/** Opens the files of the folder for an import; a file that is not valid refuses it. */
const opening = async <A>(
  workspace: string,
  imports: 'plan' | 'plan-new' | 'make' | 'update',
  work: (opened: OpenedFiles) => Promise<A>,
): Promise<A> => {
  const opened = await openLocated({ workspace }, { env: {}, imports });
  try {
    const problems = problemsOf(opened.report);
    if (problems.length > 0)
      throw new Refused(
        `nothing was imported, because of these files:\n${problems.join('\n')}`,
        exitCodes.unreadable,
      );
    return await work(opened);
  } finally {
    await opened.close();
  }
};

/** What the import would make. A folder that does not exist yet is planned within the one around it, whose files are not read. */
const plan = async (wanted: Wanted): Promise<ImportResult> => {
  const { workspace } = wanted;
  const around = await existingAround(workspace);
  return opening(around, around === workspace ? 'plan' : 'plan-new', (opened) => apply(opened, wanted, true));
};

/** The imported environment that has all values: the first that extends another, else the first. */
const environmentOf = async (
  { application, workspace }: OpenedFiles,
  { environmentIds = [] }: ImportResult,
  file: string,
): Promise<string | undefined> => {
  const listed = await orRefused(application.environments.list({ workspaceId: workspace.id }), file);
  const made = environmentIds.flatMap((id) => listed.environments.find((one) => one.id === id) ?? []);
  return (made.find((one) => one.extends !== '') ?? made[0])?.name;
};

/** What a synchronization did not write, one line each; only values of secrets and very long files are left out. */
const notWrittenOf = ({ withheld, warnings }: SynchronizationReport, prefix: string): readonly string[] => [
  ...withheld.map(
    ({ path, field, secret }) =>
      `${prefix}${path}: ${field} holds the value of the secret ${secret} and was not written; use {{${secret}}} there`,
  ),
  ...warnings.map(({ path, message }) => `${prefix}${path}: ${message}`),
];

interface Made {
  readonly result: ImportResult;
  /** The environment to run in, if any came. */
  readonly environment?: string | undefined;
  readonly written: readonly string[];
  readonly notWritten: readonly string[];
}

const make = (wanted: Wanted): Promise<Made> =>
  opening(wanted.workspace, wanted.flags.update ? 'update' : 'make', async (opened) => {
    const result = await apply(opened, wanted, false);
    const report = await orRefused(
      opened.application.synchronization.synchronize({ workspaceId: opened.workspace.id }),
      wanted.file,
    );
    const environment = await environmentOf(opened, result, wanted.file);
    const prefix = shownPrefix(report.path, opened.workspace.path);
    const written = report.written.map((path) => `${prefix}${path}`);
    return { result, environment, written, notWritten: notWrittenOf(report, prefix) };
  });

/** Makes the folder if the document can be imported, and imports it. */
const makeIn = async (wanted: Wanted): Promise<Made> => {
  const { workspace } = wanted;
  if (!(await exists(workspace))) {
    await plan(wanted);
    await mkdir(workspace, { recursive: true }).catch((error: unknown) => {
      throw new Refused(`${workspace} cannot be made: ${(error as Error).message}`, exitCodes.unreadable);
    });
  }
  return make(wanted);
};

const quoted = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** What to do after an import. */
const next = ({ result: { environments }, environment }: Made, workspace: string): string => {
  const env = environment === undefined ? '' : ` --env ${quoted(environment)}`;
  const secrets = [...new Set(environments.flatMap((one) => one.secrets))];
  const given = secrets.map((name) => `${secretPrefix}${name}`).join(', ');
  const hint =
    secrets.length === 0 ? '' : `Values of secrets were not written. Give them to the run as ${given}.\n`;
  return `\n${hint}Run it: tandem run ${quoted(workspace)}${env}\n`;
};

/** Imports a document of another tool into a workspace folder, and returns the exit code. */
export const importDocument = ({ file, folder, flags }: Called, { out, error }: Output): Promise<number> =>
  answering(error, async () => {
    const workspace = await targetOf(folder);
    const wanted: Wanted = { file, flags, workspace, text: await documentText(file) };
    const made: Made = flags.dryRun
      ? { result: await plan(wanted), written: [], notWritten: [] }
      : await makeIn(wanted);
    // Identifiers and what is active are those of a database, which this import has in memory only.
    const { folderId, environmentIds, activated, ...kept } = made.result;
    const { written, notWritten } = made;
    for (const line of notWritten) error(`tandem: ${line}\n`);
    if (flags.json) out(`${JSON.stringify({ ...kept, written, notWritten }, undefined, 2)}\n`);
    else out(`${shownImport(nameOf(file), made.result)}${flags.dryRun ? '' : next(made, folder ?? '.')}`);
    return exitCodes.green;
  });
