import { dirname } from 'node:path';

import { createQuietContext } from '@tandem/application';
import { type AppResult, describe } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';
import type { OpenedFiles } from '@tandem/workbench/files';

import { isPresent } from '../input-file.js';
import { exitCodes, CommandRefusal, quoteShellWord } from '../refusal.js';
import { readConnections } from '../run/connections.js';
import { findWorkspaceFolder, openLocated } from '../run/locate.js';
import { type FetchUrl, getDocumentName } from './documents.js';
import type { ImportFlags } from './flags.js';

/** Finds the path itself, or its nearest existing parent folder. */
export const findExistingFolder = async (path: string): Promise<string> =>
  (await isPresent(path)) ? path : findExistingFolder(dirname(path));

/** Opens the workspace for reading. A folder that does not exist yet is treated like one without a workspace. */
const readInWorkspace = async <A>(
  workspace: string,
  flags: ImportFlags,
  work: (opened: OpenedFiles) => AppResult<A>,
): Promise<E.Either<string, A>> => {
  const around = await findExistingFolder(workspace);
  const opened = await openLocated(
    { workspace: around },
    {
      env: process.env,
      imports: around === workspace ? 'plan' : 'plan-new',
      verify: !flags.insecure,
      connections: await readConnections(flags),
    },
  );
  try {
    return pipe(await work(opened)(), E.mapLeft(describe));
  } finally {
    await opened.close();
  }
};

/** Fetches documents with the connection settings of a workspace and the flags. */
export const createFetchUrl =
  (workspace: string, flags: ImportFlags): FetchUrl =>
  async (url) => {
    const outcome = await readInWorkspace(workspace, flags, ({ application, workspace: { id } }) =>
      application.imports.fetch({ workspaceId: id, url }, { ...createQuietContext(), by: 'cli' }),
    );
    if (E.isRight(outcome)) return outcome.right;
    const message = outcome.left.replace(/^Invalid arguments: url(?= )/, getDocumentName(url));
    throw new CommandRefusal(message, exitCodes.unreadable);
  };

/**
 * Finds the URLs from which documents were imported into a workspace folder; undefined if the path is not a workspace
 * folder.
 * @throws CommandRefusal if nothing was imported from a URL
 */
export const findImportSources = async (
  path: string,
  workspace: string,
  flags: ImportFlags,
): Promise<readonly string[] | undefined> => {
  if ((await findWorkspaceFolder(workspace)) !== workspace) return undefined;
  const outcome = await readInWorkspace(workspace, flags, ({ application, workspace: { id } }) =>
    application.imports.sources({ workspaceId: id }),
  );
  if (E.isLeft(outcome)) throw new CommandRefusal(outcome.left, exitCodes.unreadable);
  const urls = [...new Set(outcome.right.sources.map(({ url }) => url))];
  if (urls.length > 0) return urls;
  throw new CommandRefusal(
    `${path} has nothing in it that was imported from a URL. Name the document: tandem import <document> ${quoteShellWord(path)} --update`,
  );
};
