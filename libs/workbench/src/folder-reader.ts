import type { Application } from '@tandem/application';
import type { SynchronizationReport, Workspace } from '@tandem/core';
import { createTaskQueue, describe } from '@tandem/core';
import { E } from '@tandem/core/fp';

/** How often progress is logged, in milliseconds. */
const reportMs = 5_000;

export interface FolderReaderOptions {
  /** Called with messages about a folder for the user. */
  readonly notice: (message: string) => void;
  /** Called with the progress of reading a folder. */
  readonly progress: (message: string) => void;
  /** Aborted when no more folders should be read. */
  readonly signal: AbortSignal;
}

/** Reads data folders into the database, one after the other. */
export interface FolderReader {
  /** Resolves when the data folder of a workspace has been read. Never rejects: problems are reported with `notice`. */
  readonly start: (application: Application, workspace: Workspace) => Promise<void>;
  /** Called while a folder is read, with the number of files read so far. */
  readonly onRead: (path: string, read: number, files: number) => void;
  /** Resolves when no folder is being read. */
  readonly idle: () => Promise<void>;
}

const reportWarnings = (
  { conflicts, invalid, withheld, warnings }: SynchronizationReport,
  notice: FolderReaderOptions['notice'],
): void => {
  for (const { message } of warnings) notice(message);
  for (const { path: file, line, column, message } of invalid)
    notice(`${file}:${line}:${column}: ${message}`);
  for (const { path: file, field } of conflicts)
    notice(`${file}: ${field} was changed in the app and in the file`);
  for (const { path: file, field, secret } of withheld)
    notice(`${file}: ${field} holds the secret ${secret}`);
};

const synchronize = async (
  { notice, progress, signal }: FolderReaderOptions,
  application: Application,
  { id, path }: Workspace,
): Promise<void> => {
  const identity = await application.workspaces.folderOf(path)();
  if (E.isRight(identity) && identity.right === null) return;
  const began = performance.now();
  const outcome = await application.synchronization.synchronize({ workspaceId: id })();
  if (E.isLeft(outcome)) {
    if (!signal.aborted) notice(describe(outcome.left));
    return;
  }
  reportWarnings(outcome.right, notice);
  const seconds = (performance.now() - began) / 1_000;
  if (seconds * 1_000 > reportMs) progress(`read the folder ${path} in ${seconds.toFixed(0)} s`);
};

/** Reads data folders into the database, so that a clone works without calling `synchronization_synchronize`. */
export const createFolderReader = (options: FolderReaderOptions): FolderReader => {
  const lane = createTaskQueue();
  let current: { readonly path: string; reported: number } | undefined;
  const readFolder = async (application: Application, workspace: Workspace): Promise<void> => {
    if (options.signal.aborted) return;
    current = { path: workspace.path, reported: performance.now() };
    try {
      await synchronize(options, application, workspace);
    } catch (error) {
      options.notice(`the folder ${workspace.path} could not be read: ${String(error)}`);
    } finally {
      current = undefined;
    }
  };
  return {
    start: (application, workspace) => lane(() => readFolder(application, workspace)),
    onRead: (path, read, files) => {
      const now = performance.now();
      if (current?.path !== path || now - current.reported < reportMs) return;
      current.reported = now;
      const [done, all] = [read, files].map((count) => count.toLocaleString('en'));
      options.progress(`reading the folder ${path}: ${done} of ${all} files read`);
    },
    idle: () => lane(() => Promise.resolve()),
  };
};
