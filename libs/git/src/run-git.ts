import { dirname } from 'node:path';

import { simpleGit, type SimpleGitOptions } from 'simple-git';

import { describeFailure, GitRefusedError } from './failures.js';
import type { GitLimits } from './limits.js';

/** The permission of a git command: only to read, to change the repository, or also to use the network. */
export type Reach = 'read' | 'write' | 'network';

/** A git command to run. */
export interface GitCommand {
  /** The folder that it runs in. */
  readonly folder: string;
  /** The name of the command and its arguments. */
  readonly args: readonly string[];
  readonly reach: Reach;
  /** Whether hooks may run, and remotes on this disk may be used. */
  readonly isTrusted?: boolean;
  /** Additional settings for this command, such as `filter.x.clean=`. */
  readonly config?: readonly string[];
  /** Additional environment variables for this command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
}

/** Runs a command and returns its output. Throws {@link GitRefusedError}. */
export type RunGit = (command: GitCommand) => Promise<string>;

/** Settings for all commands. They prevent a repository from running programs. */
const fixedConfig = [
  'core.fsmonitor=false',
  'core.quotePath=false',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** The setting for a folder without hooks. Git for Windows understands this path, too. */
const noHooks = 'core.hooksPath=/dev/null';

/**
 * Options that simple-git refuses unless they are allowed. Their values come from this file or from the environment of the person, never
 * from a repository.
 */
const allowedOptions: SimpleGitOptions['unsafe'] = {
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeFilter: true,
  allowUnsafeAskPass: true,
  allowUnsafeSshCommand: true,
};

/**
 * Matches the names of the user's `GIT_` variables that are passed on to git, by what a command may do. Other `GIT_` variables could
 * redirect git to another repository or program.
 */
const passedOn: Readonly<Record<Reach, RegExp>> = {
  read: /^(?!)/,
  write: /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/,
  network: /^GIT_(?:ASKPASS|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL))$/,
};

/** Variables that name programs which git would start to edit or show text. They are not passed on. */
const programVariables = new Set(['EDITOR', 'VISUAL', 'PAGER', 'PREFIX']);

const listProtocols = ({ reach, isTrusted = false }: GitCommand): string => {
  if (reach !== 'network') return 'none';
  return isTrusted ? 'https:http:ssh:git:file' : 'https:http:ssh:git';
};

/**
 * Creates the environment of a command: the variables of the person, except those that could redirect git, and variables that keep git from
 * asking questions.
 */
const createEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  command: GitCommand,
): Record<string, string> => {
  const own = Object.entries(env).flatMap(([name, value]) => {
    const isDropped = /^GIT_/i.test(name) && !passedOn[command.reach].test(name);
    return value === undefined || isDropped || programVariables.has(name.toUpperCase())
      ? []
      : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    // Otherwise git would fetch an object that is missing in a partial clone.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: listProtocols(command),
    ...(command.reach === 'read' ? { GIT_OPTIONAL_LOCKS: '0' } : {}),
    ...command.env,
  };
};

/** Stops a command when it takes too long or writes too much, or when the caller aborts it. */
const createStop = (limitMs: number, signal: AbortSignal | undefined) => {
  const controller = new AbortController();
  let reason: string | undefined;
  const stop = (why: string): void => {
    reason ??= why;
    controller.abort();
  };
  const timer = setTimeout(stop, limitMs, 'time');
  const onAbort = (): void => stop('caller');
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) onAbort();
  return {
    signal: controller.signal,
    stop,
    why: () => reason,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
};

const describeStop = (why: string, name: string, reach: Reach, limitMs: number): string => {
  if (why === 'caller') return 'The git command was cancelled.';
  if (why === 'output')
    return `The output of "git ${name}" is too large. The repository has too many changes to show here; use git in a terminal.`;
  const setting = reach === 'network' ? 'TANDEM_GIT_NETWORK_MS' : 'TANDEM_GIT_MS';
  return `"git ${name}" took longer than ${limitMs / 1_000} seconds and was stopped. Set ${setting} to allow more.`;
};

/**
 * Runs git through simple-git. The process starts in Node's folder instead of the repository, because some systems look for programs in the
 * folder in which a process starts.
 */
export const createRunGit =
  (env: Readonly<Record<string, string | undefined>>, limits: GitLimits): RunGit =>
  async (command) => {
    const { folder, args, reach, isTrusted = false, config = [], signal } = command;
    const [name = ''] = args;
    const limitMs = reach === 'network' ? limits.networkMs : limits.localMs;
    const maxBytes = command.maxBytes ?? limits.outputBytes;
    const stopping = createStop(limitMs, signal);
    const git = simpleGit({
      baseDir: dirname(process.execPath),
      config: [...fixedConfig, ...(isTrusted && reach !== 'read' ? [] : [noHooks]), ...config],
      abort: stopping.signal,
      unsafe: allowedOptions,
      // Some commands write the message about a failure to stdout.
      errors: (error, { exitCode, stdOut, stdErr }) =>
        error ?? (exitCode === 0 ? undefined : Buffer.concat([...stdErr, ...stdOut])),
    })
      .env(createEnvironment(env, command))
      .outputHandler((_, stdout) => {
        let size = 0;
        stdout.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) stopping.stop('output');
        });
      });
    try {
      return await git.raw(['-C', folder, ...args]);
    } catch (error) {
      const why = stopping.why();
      const output = error instanceof Error ? error.message : String(error);
      throw new GitRefusedError(
        why === undefined ? describeFailure(name, output) : describeStop(why, name, reach, limitMs),
      );
    } finally {
      stopping.end();
    }
  };
