import { realpath } from 'node:fs/promises';

import { type Application, createApplication } from '@tandem/application';
import {
  type ClientCertificate,
  defaultActivityLimits,
  describe,
  type HttpTransport,
  type NamedFile,
  type ProxyOptions,
  type SendOptions,
  type Store,
  type SynchronizationReport,
  type Workspace,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createMemoryStore } from '@tandem/core/memory';
import { createFolderSync, createScriptFiles, readFolderLimits } from '@tandem/folder';
import { createDocumentReader } from '@tandem/import';
import { defaultDataFolder, getDataFilePaths } from '@tandem/node';
import { createWorkspaceLocations, importMemories, jsonPath, requestFiles } from '@tandem/persistence/files';
import {
  createDynamicValues,
  createScriptRuntime,
  type OpenScriptRuntime,
  readScriptLimits,
} from '@tandem/scripting';
import { createTransport } from '@tandem/transport';

import { systemClock, systemIds } from '../ambient.js';
import {
  createLazyOAuth,
  createOwnPorts,
  createVariables,
  documents,
  readBodyBudget,
  readProvidedSecrets,
} from '../own-ports.js';

/** Connection options of a run's caller, which override or extend those of the workspace. */
export interface ProvidedConnections {
  /** CAs to trust in addition to those of the workspace. */
  readonly ca?: readonly NamedFile[];
  /** Used in preference to the certificates of the workspace. */
  readonly clientCertificates?: readonly ClientCertificate[];
  /** Replaces the proxy of the workspace. */
  readonly proxy?: ProxyOptions | 'system' | 'none';
}

/** Describes the settings that let someone other than the server read a request. */
const describeTrustSettings = (
  url: string,
  { proxy, tls }: Pick<SendOptions, 'proxy' | 'tls'>,
): readonly string[] => {
  const isTls = /^https:/i.test(url);
  const { ca = [], clientCertificates = [], verify } = isTls ? (tls ?? {}) : {};
  const through =
    proxy === undefined
      ? []
      : [
          proxy === 'system'
            ? 'the proxy of the system'
            : `the proxy ${proxy.protocol}://${proxy.hostname}${proxy.port === '' ? '' : `:${proxy.port}`}`,
        ];
  return [
    ...through,
    ...ca.map(({ name }) => `the CA file ${name}`),
    ...clientCertificates.map(
      (one) =>
        `the client certificate ${(one.type === 'pem' ? one.certificate : one.pkcs12).name} for ${one.domain}`,
    ),
    ...(verify === false ? [`${new URL(url).host} without verification`] : []),
  ];
};

/** Maximum number of recorded settings, which a run may reach if many servers each have settings. */
const maxRecordedSettings = 100;

/**
 * Makes all requests, including token requests, use the caller's connection options.
 * @param noted collects the settings that let others read a request
 */
const applyConnections = (
  http: HttpTransport,
  { ca = [], clientCertificates = [], proxy }: ProvidedConnections,
  noted = new Set<string>(),
): HttpTransport => ({
  ...http,
  send: (request, { proxy: own, tls, ...options }) => {
    const used = proxy ?? own;
    const securing = {
      ...tls,
      ca: [...(tls?.ca ?? []), ...ca],
      clientCertificates: [...clientCertificates, ...(tls?.clientCertificates ?? [])],
    };
    const isPlain = tls === undefined && ca.length + clientCertificates.length === 0;
    const connection = {
      ...(isPlain ? {} : { tls: securing }),
      ...(used === undefined || used === 'none' ? {} : { proxy: used }),
    };
    for (const one of describeTrustSettings(request.url, connection))
      if (noted.size < maxRecordedSettings) noted.add(one);
    return http.send(request, { ...options, ...connection });
  },
});

export { createBrunoConverter } from '@tandem/import';
export {
  type KeychainSecrets,
  keychainSecrets,
  requestFiles,
  UnusableKeychain,
} from '@tandem/persistence/files';

export interface FilesOptions {
  /** The workspace's folder, which is or contains the data folder. */
  readonly folder: string;
  readonly version: string;
  /** Settings such as `TANDEM_SCRIPT_CPU_MS`, and secrets as `TANDEM_SECRET_<NAME>`, all of which the workspace may use. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether servers are verified, unless a folder or request overrides it; default true. */
  readonly verify?: boolean;
  /** Whether scripts may send requests; default false. */
  readonly allowScriptRequests?: boolean;
  /** How requests connect, in addition to the workspace's settings. */
  readonly connections?: ProvidedConnections;
  /**
   * Allows importing documents into the folder, which then need not contain a workspace yet: `plan` only reports what an import would
   * create, `plan-new` what it would create in a new folder within this one, and `make` lets a synchronization write new files. Existing
   * files stay unchanged, except that environments may get another base, unless `update` says otherwise.
   */
  readonly imports?: 'plan' | 'plan-new' | 'make' | 'update';
  /**
   * Runs the scripts; closed together with the workspace. If omitted, a runtime with the limits of `env` starts with the first
   * script.
   */
  readonly scripts?: OpenScriptRuntime;
}

/** The value of a secret, and the name of its environment. */
export interface EnvironmentSecret {
  readonly environment: string;
  readonly name: string;
  readonly value: string;
}

/** A workspace loaded from its files into memory. */
export interface OpenedFiles {
  readonly application: Application;
  readonly workspace: Workspace;
  /** Findings from reading the files, such as invalid files. */
  readonly report: SynchronizationReport;
  /** The secrets of all environments, with the values that an import added, which are in no file of the workspace. */
  readonly secrets: () => Promise<readonly EnvironmentSecret[]>;
  readonly close: () => Promise<void>;
}

/** A folder that cannot be read; the message says why and what to do. */
export class UnusableFolder extends Error {}

const unwrapOrUnusable = <A>(outcome: E.Either<Parameters<typeof describe>[0], A>): A => {
  if (E.isLeft(outcome)) throw new UnusableFolder(describe(outcome.left));
  return outcome.right;
};

/** The result of reading a folder without a workspace. */
const createEmptyReport = ({ id, path }: Workspace): SynchronizationReport => ({
  workspaceId: id,
  path,
  written: [],
  pulled: [],
  merged: [],
  renamed: [],
  deleted: [],
  unchanged: 0,
  conflicts: [],
  invalid: [],
  withheld: [],
  warnings: [],
  scripts: [],
});

/**
 * Removes a new workspace's default environment, so that an import's files contain only the document's environments.
 */
const removeFirstEnvironment = async (
  application: Application,
  { id: workspaceId }: Workspace,
): Promise<void> => {
  const { environments } = unwrapOrUnusable(await application.environments.list({ workspaceId })());
  for (const { id } of environments)
    unwrapOrUnusable(await application.environments.remove({ workspaceId, id })());
};

const readFolder = async (application: Application, folder: string, imports: FilesOptions['imports']) => {
  const path = await realpath(folder).catch(() => {
    throw new UnusableFolder(`${folder} does not exist. Name a folder with requests in it.`);
  });
  const identity = unwrapOrUnusable(await application.workspaces.folderOf(path)());
  if (identity === null && imports === undefined)
    throw new UnusableFolder(
      `${path} holds no workspace: there is neither tandem/opencollection.yml nor opencollection.yml in it.`,
    );
  const { workspace } = unwrapOrUnusable(await application.workspaces.open({ path })());
  if (imports !== undefined && identity?.hasEnvironments !== true)
    await removeFirstEnvironment(application, workspace);
  if (identity === null || imports === 'plan-new') return { workspace, report: createEmptyReport(workspace) };
  const report = unwrapOrUnusable(
    await application.synchronization.synchronize({ workspaceId: workspace.id })(),
  );
  return { workspace, report };
};

/** Disables server verification for the workspace. */
const disableVerification = async (
  application: Application,
  { id: workspaceId }: Workspace,
): Promise<void> => {
  const { folder } = unwrapOrUnusable(await application.folders.get({ workspaceId, id: '' })());
  const { settings } = folder;
  unwrapOrUnusable(
    await application.folders.update({
      workspaceId,
      id: '',
      settings: { ...settings, tls: { verify: false } },
    })(),
  );
};

/** Creates a synchronization that reads the folder, and writes only what an import creates or, with `update`, changes. */
const createReadingSync = (
  env: NonNullable<FilesOptions['env']>,
  imports: FilesOptions['imports'],
  signal: AbortSignal,
) =>
  createFolderSync(undefined, {
    limits: readFolderLimits(env),
    signal,
    isReadOnly: imports !== 'make' && imports !== 'update',
    makesOnly: imports !== 'update',
  });

/** Lists the secrets of all environments. The value of those that no import has brought to this process is "". */
const listStoredSecrets = async (
  { environments }: Store,
  { id }: Workspace,
): Promise<readonly EnvironmentSecret[]> =>
  unwrapOrUnusable(await environments.list(id)()).flatMap(({ name: environment, secrets }) =>
    secrets.map(({ name, value }) => ({ environment, name, value })),
  );

/**
 * Opens a folder's workspace from its files alone: nothing is written to the folder unless documents are imported,
 * and there is no database.
 * @throws UnusableFolder if the folder has no workspace, or it cannot be read
 */
export const openFiles = async ({
  folder,
  version,
  env = {},
  verify = true,
  allowScriptRequests = false,
  connections = {},
  imports,
  scripts = createScriptRuntime({ limits: readScriptLimits(env), isLazy: true }),
}: FilesOptions): Promise<OpenedFiles> => {
  const store = createMemoryStore();
  const dataFolder = env.TANDEM_DATA_DIR ?? defaultDataFolder();
  const http = createTransport({ isOwnPort: createOwnPorts(dataFolder).has });
  const { oauth2, signJwt } = createLazyOAuth({
    authTokens: store.authTokens,
    clock: systemClock,
    ids: systemIds,
  });
  const noted = new Set<string>();
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    await oauth2.close();
    await http.close();
    await scripts.close();
  };
  const application = createApplication({
    store,
    ...{ requestFiles, scriptFiles: createScriptFiles() },
    workspaceLocations: createWorkspaceLocations(getDataFilePaths(dataFolder).workspaces, dataFolder),
    jsonPath,
    folderSync: createReadingSync(env, imports, closing.signal),
    ...(imports !== undefined ? { readDocument: createDocumentReader(), importMemories } : {}),
    ...createVariables(env),
    // The folder is the user's checkout, and the user who starts the run chooses which names are read.
    mayUseProcessVariables: true,
    scripts,
    http: applyConnections(http, connections, noted),
    connectionsInForce: () => [...noted].sort(),
    oauth2,
    signJwt,
    clock: systemClock,
    ids: systemIds,
    dynamicValues: createDynamicValues(systemClock, env.TANDEM_LOCALE),
    product: { name: 'Tandem', version },
    keep: { executions: 0, perRequest: 0, bodyBytes: 0, activity: { ...defaultActivityLimits, entries: 0 } },
    bodies: readBodyBudget(env),
    providedSecrets: readProvidedSecrets(env, ['all']),
    documents,
    scriptsMaySend: allowScriptRequests,
    builtIns: () => ({}),
  });
  try {
    const found = await readFolder(application, folder, imports);
    if (!verify) await disableVerification(application, found.workspace);
    return { application, ...found, secrets: () => listStoredSecrets(store, found.workspace), close };
  } catch (error) {
    await close();
    throw error;
  }
};
