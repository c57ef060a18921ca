import {
  type AppError,
  type AppResult,
  BrunoConversion,
  createInvalidInput,
  type FolderIdentity,
  getFolderBaseName,
  type Ports,
} from '@tandem/core';
import { struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { canBeCopied } from '../imports/sent-files.js';
import { operation, readEffects, replaceEffects } from '../operation.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { ConvertBrunoFolderArguments, FolderContent, LookAtFolderArguments } from './workspace-arguments.js';

/** The limits for a file that a person adds to a workspace: its size and name length, in bytes. */
export const uploadLimits = { bytes: 256 * 1024 * 1024, nameBytes: 200 } as const;

/** A file that a person adds to a workspace. */
export interface NewWorkspaceFile {
  readonly workspaceId?: string | undefined;
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file that an imported request sends, to be stored under the path that the request uses for it. */
export interface NewSentFile extends Pick<NewWorkspaceFile, 'workspaceId' | 'bytes'> {
  readonly path: string;
}

/** File names that Windows reserves for devices, with any extension. */
const deviceNamePattern = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Says why an added file cannot have this name. Undefined if it can. */
export const findFileNameProblem = (name: string): string | undefined => {
  if (name === '' || name.startsWith('.')) return 'is empty or begins with a dot';
  if (/[\p{Cc}<>:"/\\|?*]/u.test(name)) return 'has a character that not every system allows in a name';
  if (/[. ]$/.test(name) || deviceNamePattern.test(name)) return 'is a name that Windows does not allow';
  if (name.includes('{{')) return 'has {{ in it, which begins a variable';
  if (new TextEncoder().encode(name).length > uploadLimits.nameBytes) return 'is too long';
  return undefined;
};

const validateFileName = (name: string): TE.TaskEither<AppError, string> => {
  const problem = findFileNameProblem(name);
  return problem === undefined
    ? TE.right(name)
    : TE.left(
        createInvalidInput('name', `${problem}; rename the file and add it again`, {
          expected: `a file name of at most ${uploadLimits.nameBytes} bytes`,
          got: name,
        }),
      );
};

/** Copies a file into the folder `files` of a workspace. Returns the path that a request uses to send it. */
export const addWorkspaceFile =
  (ports: Pick<Ports, 'store' | 'requestFiles'>) =>
  ({ workspaceId, name, bytes }: NewWorkspaceFile): AppResult<{ readonly path: string }> =>
    pipe(
      validateFileName(name.normalize('NFC')),
      TE.bindTo('name'),
      TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
      TE.flatMap((asked) =>
        ports.requestFiles.add(asked.workspace.path, asked.name, bytes, uploadLimits.bytes),
      ),
      TE.map((path) => ({ path })),
    );

/** Maximum size of a file that an import adds, in bytes. */
const maxSentBytes = 50 * 1024 * 1024;

const readBytes = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > maxSentBytes) return undefined;
    parts.push(part);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const refusePath = (problem: string, path: string): AppError =>
  createInvalidInput('path', problem, { expected: "a new path in the workspace's folder", got: path });

/** Adds a file under the path that an imported request uses for it. Never replaces a file. */
export const addSentFile =
  (ports: Pick<Ports, 'store' | 'requestFiles'>) =>
  ({ workspaceId, path, bytes }: NewSentFile): AppResult<{ readonly path: string }> =>
    canBeCopied(path)
      ? pipe(
          TE.Do,
          TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
          TE.bind('content', () => TE.fromTask<Uint8Array | undefined, AppError>(() => readBytes(bytes))),
          TE.flatMap(({ workspace, content }) =>
            content === undefined
              ? TE.left(refusePath(`has a file of more than ${maxSentBytes / 1024 / 1024} MiB`, path))
              : pipe(
                  ports.requestFiles.save(workspace.path, path, content),
                  TE.mapLeft(({ message }) => refusePath(`is refused: ${message.replace(/\.$/, '')}`, path)),
                ),
          ),
          TE.map(() => ({ path })),
        )
      : TE.left(refusePath('does not belong to a file that requests send', path));

/**
 * Reports what a folder contains before it is opened as a workspace, and changes nothing. For people only, because it reads names in any
 * folder of the machine.
 */
export const workspacesLook = operation({
  name: 'workspaces_look',
  title: 'Look at a folder',
  description: 'Says what a folder holds before it is opened as a workspace, and changes nothing.',
  audience: 'person',
  arguments: LookAtFolderArguments,
  result: FolderContent,
  effects: readEffects,
  useCase: 'workspaces.look',
  run:
    ({ ports }) =>
    ({ path }: LookAtFolderArguments): AppResult<FolderContent> =>
      pipe(
        TE.Do,
        TE.bind('found', () => ports.workspaceLocations.look(path)),
        TE.bind('known', ({ found }) =>
          pipe(
            ports.store.workspaces.all(),
            TE.map((all) => all.find((one) => one.path === found.path)),
          ),
        ),
        TE.bind('identity', ({ found }) =>
          pipe(
            found.exists ? ports.folderSync.identify(found.path) : TE.right(null),
            TE.orElse(() => TE.right<AppError, FolderIdentity | null>(null)),
          ),
        ),
        TE.map(({ found, known, identity }): FolderContent => {
          const { exists, names, bruno } = found;
          const said = { path: found.path, names, name: null };
          if (!exists) return { ...said, kind: 'missing' };
          const workspace: FolderContent = {
            ...said,
            kind: 'workspace',
            name: known?.name ?? identity?.name ?? getFolderBaseName(found.path),
          };
          if (identity !== null) return workspace;
          // Also if somebody has already opened an empty workspace beside these files, because only a conversion imports them.
          if (bruno?.format === 'bru') return { ...said, kind: 'bruno', name: bruno.name };
          if (known !== undefined) return workspace;
          if (bruno !== null) return { ...said, kind: 'unreadable', name: bruno.name };
          return { ...said, kind: names.length === 0 ? 'empty' : 'other' };
        }),
      ),
});

const noConverter = createInvalidInput('path', 'cannot be converted by this program; use "tandem import"', {
  expected: 'a program that converts .bru files',
  got: '',
});

const checkAbsolute = (
  { workspaceLocations }: Pick<Ports, 'workspaceLocations'>,
  into: string | undefined,
): AppResult<unknown> => (into === undefined ? TE.right(null) : workspaceLocations.look(into));

/**
 * Converts a folder of `.bru` files to YAML, in place or into a new folder; either all files or none. For people only, because it writes
 * and removes files in any folder of the machine.
 */
export const workspacesConvert = operation({
  name: 'workspaces_convert',
  title: 'Convert a Bruno folder',
  description:
    'Converts a folder of .bru files to YAML, in place or into a new folder: all of it, or nothing.',
  audience: 'person',
  arguments: ConvertBrunoFolderArguments,
  result: BrunoConversion,
  effects: { ...replaceEffects, idempotent: false },
  useCase: 'workspaces.convert',
  run:
    ({ ports }) =>
    ({ path, into, dryRun = false }: ConvertBrunoFolderArguments): AppResult<BrunoConversion> =>
      pipe(
        ports.workspaceLocations.open(path, false),
        TE.tap(() => checkAbsolute(ports, into)),
        TE.flatMap((folder) =>
          ports.convertBruno === undefined
            ? TE.left(noConverter)
            : ports.convertBruno({ folder, into: into ?? null, dryRun }),
        ),
      ),
});

export const ListWorkspaceFilesArguments = struct(
  'workspaces_files arguments',
  {},
  {
    workspaceId: withDescription(
      t.string,
      'Workspace id, name, full path or folder name; default: the active one',
    ),
  },
);
export type ListWorkspaceFilesArguments = t.TypeOf<typeof ListWorkspaceFilesArguments>;

export const WorkspaceFileList = struct('files of a workspace', {
  /** Paths relative to the workspace's folder, with slashes, as the body or part of a request contains them. */
  files: t.readonlyArray(t.string),
  /** Whether more files exist than are listed. */
  isCut: t.boolean,
});
export type WorkspaceFileList = t.TypeOf<typeof WorkspaceFileList>;

/** Maximum number of files listed. */
export const maxListedFiles = 2_000;

/** Lists the files in a workspace's folder that a request can send. For people only: agents can list files themselves. */
export const workspacesFiles = operation({
  name: 'workspaces_files',
  title: 'Files of a workspace',
  description: "Lists files in the workspace's folder, which a binary body or a multipart part can send.",
  audience: 'person',
  arguments: ListWorkspaceFilesArguments,
  result: WorkspaceFileList,
  effects: readEffects,
  useCase: 'workspaces.files',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListWorkspaceFilesArguments): AppResult<WorkspaceFileList> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ path }) => ports.requestFiles.list(path, maxListedFiles)),
      ),
});
