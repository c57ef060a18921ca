import { type AppError, type AppResult, createInvalidInput, type Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from './resolve-workspace.js';

/** The limits for a file that a person adds to a workspace: its size and name length, in bytes. */
export const uploadLimits = { bytes: 256 * 1024 * 1024, nameBytes: 200 } as const;

/** A file that a person adds to a workspace. */
export interface AddWorkspaceFile {
  readonly workspaceId?: string | undefined;
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Device names reserved by Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Why an added file cannot have this name. Undefined if it can. */
export const findFileNameProblem = (name: string): string | undefined => {
  if (name === '' || name.startsWith('.')) return 'is empty or begins with a dot';
  if (/[\p{Cc}<>:"/\\|?*]/u.test(name)) return 'has a character that not every system allows in a name';
  if (/[. ]$/.test(name) || device.test(name)) return 'is a name that Windows does not allow';
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

/** Copies a file into the folder `files` of a workspace and returns the path that requests use to send it. */
export const addWorkspaceFile =
  (ports: Pick<Ports, 'store' | 'requestFiles'>) =>
  ({ workspaceId, name, bytes }: AddWorkspaceFile): AppResult<{ readonly path: string }> =>
    pipe(
      validateFileName(name.normalize('NFC')),
      TE.bindTo('name'),
      TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
      TE.flatMap((asked) =>
        ports.requestFiles.add(asked.workspace.path, asked.name, bytes, uploadLimits.bytes),
      ),
      TE.map((path) => ({ path })),
    );
