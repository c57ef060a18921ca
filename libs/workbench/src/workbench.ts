import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Application, Workspace } from '@tandem/core';
import { createApplication, describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { jsonPath, makeFolder, openPersistence, type Recovery, workspaceFolders } from '@tandem/persistence';
import { createMergeDriver, createWorkspaceFolder, folderLimitsFromEnvironment } from '@tandem/folder';
import { createScriptRuntime, limitsFromEnvironment } from '@tandem/scripting';
import { createTransport } from '@tandem/transport';

import { systemClock, systemIds } from './ambient.js';
import { dataFiles, preparePrivateFolder } from './data-folder.js';
import { secretsFromEnvironment } from './given-secrets.js';
import { keepFromEnvironment } from './keep.js';
import { createOwnPorts, type OwnPorts } from './own-ports.js';

export interface WorkbenchOptions {
  /** Where the database lives; made when it is not there. */
  readonly dataFolder: string;
  readonly version: string;
  /** Built-in variables, such as `echo_base_url`; asked for at each execution. */
  readonly builtIns?: () => Readonly<Record<string, string>>;
  /** What to do with a damaged database, which is kept beside; when nothing is said the start is refused. */
  readonly recover?: Recovery;
  /** Told what a person should know about the data folder, or about a folder that was opened. */
  readonly notice?: (message: string) => void;
  /** Called with an exception that was caught so that the rest goes on: a bug of ours, with the file it happened on. */
  readonly onDefect?: (error: unknown, path: string) => void;
  /** What git is to start to merge files, in words; without it no merge driver can be set up. */
  readonly mergeProgram?: readonly string[];
  /** Environment variables that hold settings, such as `TANDEM_SCRIPT_CPU_MS`, and `TANDEM_SECRET_<NAME>`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An application on real adapters. */
export interface Workbench {
  readonly application: Application;
  /** Opens the workspace of a folder, making both if need be, and makes it active. */
  readonly openFolder: (folder: string) => Promise<Workspace>;
  /** Where the servers over this application are noted, since no request is sent to them. */
  readonly ownPorts: OwnPorts;
  /** Closes what was opened, in reverse order. */
  readonly close: () => Promise<void>;
}

/** Synchronizes with a data folder that is there already, so that a clone works at once; trouble is told, not thrown. */
const takeIn = async (
  { workspaces, synchronization }: Application,
  { id, path }: Workspace,
  notice: (message: string) => void,
): Promise<void> => {
  const identity = await workspaces.folderOf(path)();
  if (E.isRight(identity) && identity.right === null) return;
  const outcome = await synchronization.synchronize({ workspaceId: id })();
  if (E.isLeft(outcome)) {
    notice(describe(outcome.left));
    return;
  }
  const { conflicts, invalid, withheld, warnings } = outcome.right;
  for (const { message } of warnings) notice(message);
  for (const { path: file, line, column, message } of invalid)
    notice(`${file}:${line}:${column}: ${message}`);
  for (const { path: file, field } of conflicts)
    notice(`${file}: ${field} was changed in the app and in the file`);
  for (const { path: file, field, secret } of withheld)
    notice(`${file}: ${field} holds the secret ${secret}`);
};

/**
 * Opens the database of `dataFolder` and everything around it.
 * @throws an error whose message says which folder cannot be used, or that the database is from a newer version
 */
export const openWorkbench = async (options: WorkbenchOptions): Promise<Workbench> => {
  const limits = limitsFromEnvironment(options.env ?? {});
  const notice = options.notice ?? (() => undefined);
  const warning = await preparePrivateFolder(options.dataFolder);
  if (warning !== undefined) notice(warning);
  const persistence = await openPersistence({
    file: dataFiles(options.dataFolder).database,
    notice,
    ...(options.recover === undefined ? {} : { recover: options.recover }),
  });
  const scripts = createScriptRuntime({ limits });
  const ownPorts = createOwnPorts(options.dataFolder);
  const http = createTransport({ isOwnPort: ownPorts.has });
  const application = createApplication({
    store: persistence.store,
    files: persistence.files,
    folders: workspaceFolders(dataFiles(options.dataFolder).workspaces),
    jsonPath,
    folder: createWorkspaceFolder(undefined, {
      limits: folderLimitsFromEnvironment(options.env ?? {}),
      onDefect: options.onDefect ?? (() => undefined),
    }),
    ...(options.mergeProgram ? { mergeDriver: createMergeDriver(options.mergeProgram) } : {}),
    scripts,
    http,
    clock: systemClock,
    ids: systemIds,
    product: { name: 'Tandem', version: options.version },
    keep: keepFromEnvironment(options.env ?? {}),
    secretValue: secretsFromEnvironment(options.env ?? {}),
    builtIns: options.builtIns ?? (() => ({})),
  });
  return {
    application,
    ownPorts,
    openFolder: async (folder) => {
      const wanted = resolve(folder);
      await makeFolder(wanted);
      const outcome = await application.workspaces.open({ path: await realpath(wanted) })();
      if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
      const { workspace } = outcome.right;
      await takeIn(application, workspace, notice);
      return workspace;
    },
    close: async () => {
      await http.close();
      await scripts.close();
      await persistence.close();
    },
  };
};
