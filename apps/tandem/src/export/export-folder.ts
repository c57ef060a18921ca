import { writeFile } from 'node:fs/promises';

import { type ExportFormat, exportFormats } from '@tandem/application';
import type { Output } from '@tandem/node/cli/commands';
import { E } from '@tandem/core/fp';

import { CommandRefusal, exitCodes, handleRefusal, toCommandRefusal } from '../refusal.js';
import {
  listFileProblems,
  listUnreadFiles,
  locateWorkspace,
  type LocatedWorkspace,
  openLocated,
} from '../run/locate.js';
import { readRows } from '../run/values.js';

/** The arguments of the command line. */
export interface ExportOptions {
  readonly format: string;
  readonly paths: readonly string[];
  readonly output: string | undefined;
  readonly environment: string | undefined;
  readonly data: string | undefined;
}

/** Reads the document from the files; an invalid file is an error. */
const readExportDocument = async (
  located: LocatedWorkspace,
  format: ExportFormat,
  { environment, data }: ExportOptions,
  error: Output['error'],
) => {
  const rows = data === undefined ? [] : await readRows(data);
  const opened = await openLocated(located, { env: process.env });
  try {
    for (const line of listUnreadFiles(opened.report, located)) error(line);
    const problems = listFileProblems(opened.report, located.root);
    if (problems.length > 0)
      throw new CommandRefusal(
        `nothing was exported, because of these files\n${problems.join('\n')}`,
        exitCodes.unreadable,
      );
    const outcome = await opened.application.exports.document({
      format,
      workspaceId: opened.workspace.id,
      select: located.files === undefined ? {} : { files: located.files },
      rows,
      ...(environment === undefined ? {} : { environment }),
    })();
    if (E.isLeft(outcome)) throw await toCommandRefusal(opened, outcome.left);
    return outcome.right;
  } finally {
    await opened.close();
  }
};

/** Writes requests of a workspace folder in another format, and returns the exit code. */
export const exportFolder = (wanted: ExportOptions, { out, error }: Output): Promise<number> =>
  handleRefusal(error, async () => {
    const format = exportFormats.find((one) => one === wanted.format);
    if (format === undefined)
      throw new CommandRefusal(`${wanted.format} is not a format; use one of ${exportFormats.join(', ')}.`);
    const { text, leftOut } = await readExportDocument(
      await locateWorkspace(wanted.paths),
      format,
      wanted,
      error,
    );
    if (wanted.output === undefined) out(text);
    else
      await writeFile(wanted.output, text).catch((cause: unknown) => {
        throw new CommandRefusal(`${wanted.output ?? ''} cannot be written: ${(cause as Error).message}`);
      });
    for (const { place, what } of leftOut) error(`tandem: ${place}: not exported: ${what}\n`);
    return exitCodes.green;
  });
