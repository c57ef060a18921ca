import { execFile } from 'node:child_process';

/** Time limit for git, in milliseconds. */
const timeout = 10_000;

/** Variables that git sets for its hooks; they would point a command to another repository than the folder's. */
const ofHooks = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
];

/** The outcome of a git command. */
export interface GitOutcome {
  /** Undefined if git could not be started. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git in `directory` without a shell. */
export const runGit = (directory: string, args: readonly string[]): Promise<GitOutcome> => {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' };
  for (const name of ofHooks) Reflect.deleteProperty(env, name);
  return new Promise((resolve) => {
    execFile(
      'git',
      [...args],
      { cwd: directory, env, timeout, windowsHide: true },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
        resolve({ code, stdout: stdout.replace(/\r?\n$/, ''), stderr });
      },
    );
  });
};
