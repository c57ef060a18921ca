import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MergeDriver, MergeDriverStatus, WorkspaceFolder } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { type DataFolder, getDataFolder } from '../files/data-folder.js';
import { type FileOperations, fileOperations } from '../files/operations.js';
import { prepareWrites, writeFiles } from '../files/write-tree.js';
import { toFolderError } from '../folder-error.js';
import { defaultFolderLimits } from '../yaml/limits.js';

/** Time limit for git, in milliseconds. */
const gitTimeoutMs = 10_000;

/** Variables that git sets for its hooks. They would make a git command use another repository than that of its directory. */
const gitHookVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
];

/** The outcome of a git command. */
export interface GitOutcome {
  /** The exit code; undefined if git could not be started. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git in `directory` without a shell. */
export const runGit = (directory: string, args: readonly string[]): Promise<GitOutcome> => {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' };
  for (const name of gitHookVariables) Reflect.deleteProperty(env, name);
  return new Promise((resolve) => {
    execFile(
      'git',
      [...args],
      { cwd: directory, env, timeout: gitTimeoutMs, windowsHide: true },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
        resolve({ code, stdout: stdout.replace(/\r?\n$/, ''), stderr });
      },
    );
  });
};

const driverName = 'tandem';
const attributesPath = '.gitattributes';
/**
 * The patterns of the files to merge with this driver. Scripts always merge by line. In a repository with other files, git merges scripts
 * without this driver.
 */
const listPatterns = ({ name: folder }: DataFolder): readonly string[] =>
  folder === '' ? ['*.yml', '*.yaml'] : ['*.yml', '*.yaml', '*.js'];

/** Quotes a word for the POSIX shell that git starts the driver with. Git would replace `%`, so it is doubled. */
const quoteShellWord = (text: string): string =>
  `'${text.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/** The driver's command as stored in git's configuration. */
export const formatDriverCommand = (program: readonly string[]): string =>
  `${program.map(quoteShellWord).join(' ')} merge-file %O %A %B %P %L`;

const createUnsetStatus = (repository: string | null, reason: string | null): MergeDriverStatus => ({
  repository,
  isSetUp: false,
  reason,
});

const configCommand = ['config', '--local'] as const;

const addAttributes = (text: string, folder: DataFolder): string => {
  const attributes = listPatterns(folder).map((pattern) => `${pattern} merge=${driverName}`);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const missing = attributes.filter((line) => !lines.includes(line));
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return start + missing.map((line) => `${line}\n`).join('');
};

/** Adds the missing lines to git's attributes. */
const writeAttributes = async (operations: FileOperations, folder: DataFolder): Promise<void> => {
  const { root } = folder;
  const file = join(root, attributesPath);
  const isThere = (await operations.kindOf(file)) !== null;
  const bytes = isThere ? await operations.read(file, defaultFolderLimits.fileBytes) : Buffer.alloc(0);
  if (bytes === null) return;
  const before = bytes.toString('utf8');
  const text = addAttributes(before, folder);
  if (text === before) return;
  const expected = isThere ? createHash('sha256').update(bytes).digest('hex') : null;
  await writeFiles(operations, root, prepareWrites([{ path: attributesPath, text, expected }]));
};

const toGitError = (stderr: string): Error => new Error(stderr.trim().split('\n')[0] ?? 'git failed');

/** Finds the repository that contains `folder`; otherwise returns the reason why there is none. */
const findRepository = async (folder: string): Promise<MergeDriverStatus> => {
  const { code, stdout, stderr } = await runGit(folder, ['rev-parse', '--show-toplevel']);
  if (code === 0) return createUnsetStatus(stdout, null);
  if (code === undefined) return createUnsetStatus(null, 'git was not found. Install it, then try again.');
  return stderr.includes('not a git repository')
    ? createUnsetStatus(null, 'The folder is not in a git repository. Run "git init" in it, or clone one.')
    : createUnsetStatus(null, `git refused: ${toGitError(stderr).message}`);
};

/**
 * Sets up the merge driver in the repository that contains a workspace.
 * @param program the command that git should run, as separate words: an interpreter and a script with absolute paths
 */
export const createMergeDriver = (
  program: readonly string[],
  operations: FileOperations = fileOperations,
): MergeDriver => {
  const command = formatDriverCommand(program);
  const statusOf = async (workspace: WorkspaceFolder): Promise<MergeDriverStatus> => {
    for (const word of program)
      if ((await operations.kindOf(word)) === null) return createUnsetStatus(null, `There is no ${word}.`);
    const data = await getDataFolder(workspace, operations);
    const { root: folder } = data;
    if ((await operations.kindOf(folder)) !== 'directory')
      return createUnsetStatus(null, 'There is no data folder yet. Synchronize first.');
    const status = await findRepository(folder);
    if (status.repository === null) return status;
    const driver = await runGit(folder, [...configCommand, '--get', `merge.${driverName}.driver`]);
    const asked = ['opencollection.yml', ...(data.name === '' ? [] : ['a.js'])];
    const used = await runGit(folder, ['check-attr', 'merge', '--', ...asked]);
    const lines = used.stdout.split('\n');
    const isUsed =
      lines.length === asked.length && lines.every((line) => line.endsWith(`: merge: ${driverName}`));
    return { ...status, isSetUp: driver.stdout === command && isUsed };
  };
  const install = async (workspace: WorkspaceFolder): Promise<MergeDriverStatus> => {
    const status = await statusOf(workspace);
    if (status.reason !== null || status.isSetUp) return status;
    const data = await getDataFolder(workspace, operations);
    await writeAttributes(operations, data);
    const values = { name: 'Tandem, field by field', driver: command };
    for (const [key, value] of Object.entries(values)) {
      const { code, stderr } = await runGit(data.root, [
        ...configCommand,
        `merge.${driverName}.${key}`,
        value,
      ]);
      if (code !== 0)
        return createUnsetStatus(status.repository, `git refused: ${toGitError(stderr).message}`);
    }
    return statusOf(workspace);
  };
  return {
    status: (workspace) => TE.tryCatch(() => statusOf(workspace), toFolderError(workspace.path)),
    install: (workspace) => TE.tryCatch(() => install(workspace), toFolderError(workspace.path)),
  };
};
