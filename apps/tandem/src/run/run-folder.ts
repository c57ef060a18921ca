import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type AppError,
  type CallSecrets,
  createCallSecrets,
  describe,
  type ElicitPrompts,
  type RunEvent,
  type RunPlan,
  type RunReport,
  secretPrefix,
  type SynchronizationReport,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { toVisibleLine } from '@tandem/core/visible';
import type { Output as Streams } from '@tandem/node/cli/commands';
import type { OpenScriptRuntime } from '@tandem/scripting';
import type { OpenedFiles } from '@tandem/workbench/files';

import {
  CommandRefusal,
  type EndingSignal,
  endingSignals,
  exitCodesBySignal,
  exitCodes,
  handleRefusal,
  quoteShellWord,
  toCommandRefusal,
} from '../refusal.js';
import { readConnections } from './connections.js';
import type { RunFlags } from './flags.js';
import {
  formatPathPrefix,
  listFileProblems,
  listUnreadFiles,
  locateWorkspace,
  type LocatedWorkspace,
  openLocated,
} from './locate.js';
import { openOutputs, parseOutputs, writeJobSummary } from './outputs.js';
import { createPlan } from './plan.js';
import { startScripts } from './start-scripts.js';
import { listUnusedAnswers, readEnvFileSecrets, readSecrets } from './values.js';

/** The scripts of a data folder, as a report may show them. */
export interface ScriptLines {
  /** Sets the secrets of the run that the report describes. */
  readonly secrets: CallSecrets;
  /**
   * Returns the text of a file, in which the secrets that the run has used so far are redacted; undefined if the
   * file cannot be read.
   */
  readonly readSource: (file: string) => string | undefined;
}

const readScriptText = (root: string, file: string): string | undefined => {
  const path = join(root, file);
  if (relative(root, path).startsWith('..')) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Creates a reader of scripts without any secrets to redact. */
const createScriptLines = (root: string): ScriptLines => {
  const secrets = createCallSecrets();
  const shown = new Map<string, string | undefined>();
  return {
    secrets,
    readSource: (file) => {
      if (!shown.has(file)) {
        const text = readScriptText(root, file);
        shown.set(file, text === undefined ? undefined : secrets.redactor().text(text));
      }
      return shown.get(file);
    },
  };
};

/** Ends the run at the first signal, and the process at the second one. */
const abortOnSignals = (controller: AbortController, error: Streams['error']): (() => void) => {
  const stop = (signal: EndingSignal): void => {
    if (controller.signal.aborted) process.exit(exitCodesBySignal[signal]);
    error('tandem: stopping; press Ctrl+C again to end at once\n');
    controller.abort(new SignalAbortError(signal));
  };
  for (const signal of endingSignals) process.on(signal, stop);
  return () => {
    for (const signal of endingSignals) process.off(signal, stop);
  };
};

/** The reason why a signal stopped a run. */
class SignalAbortError extends Error {
  override readonly name = 'AbortError';
  readonly signal: EndingSignal;
  constructor(signal: EndingSignal) {
    super(signal);
    this.signal = signal;
  }
}

const getInterruptedExitCode = ({ reason }: AbortSignal): number =>
  exitCodesBySignal[reason instanceof SignalAbortError ? reason.signal : 'SIGINT'];

const getExitCode = ({ isInterrupted, isGreen }: RunReport, signal: AbortSignal): number => {
  if (isInterrupted) return getInterruptedExitCode(signal);
  return isGreen ? exitCodes.green : exitCodes.red;
};

/** Separates the selected files into invalid ones, which are listed, and readable ones, which can run. */
const splitInvalidFiles = ({ report }: OpenedFiles, located: LocatedWorkspace) => {
  const { files } = located;
  const unreadable = report.invalid.filter(
    ({ path }) => files?.some((one) => path === one || path.startsWith(`${one}/`)) ?? true,
  );
  const isUnreadable = new Set(unreadable.map(({ path }) => path));
  const others = files?.filter((one) => !isUnreadable.has(one));
  return { unreadable, readable: others?.length ? { ...located, files: others } : located };
};

/** Asks for prompts on the terminal. Without a terminal, such as in CI, prompts are not asked. */
const openTerminalPrompts = (): ElicitPrompts | undefined =>
  process.stdin.isTTY && process.stderr.isTTY
    ? async (pending, signal) => {
        const { createTerminalPrompts } = await import('./ask-prompts.js');
        const interrupt = (): void => {
          process.emit('SIGINT', 'SIGINT');
        };
        return createTerminalPrompts(process.stdin, process.stderr, interrupt)(pending, signal);
      }
    : undefined;

/** Whether a run was refused because its selection, which names no requests, is empty: the workspace has none. */
const isAboutEmptyWorkspace = (error: AppError, { select }: RunPlan): boolean =>
  error.kind === 'invalid-input' &&
  select?.files === undefined &&
  error.issues.some(({ path }) => path === 'select');

/** Describes which environment a run without `--env` uses, if it could also use another one. */
const describeEnvironmentChoice = async ({ application, workspace }: OpenedFiles): Promise<string> => {
  const listed = await application.environments.list({ workspaceId: workspace.id })();
  if (E.isLeft(listed)) return '';
  const { environments } = listed.right;
  const bases = new Set(environments.map((one) => one.extends));
  const used = environments.find(({ active }) => active);
  const others = environments.filter((one) => one !== used && !bases.has(one.name)).map(({ name }) => name);
  return used === undefined || others.length === 0
    ? ''
    : `tandem: ${toVisibleLine(`uses the environment ${used.name}; --env chooses another one: ${others.join(', ')}`)}\n`;
};

interface RefusedRun extends Pick<RunTask, 'located' | 'signal'> {
  readonly plan: RunPlan;
  readonly unreadable: SynchronizationReport['invalid'];
}

/** Describes why nothing ran, and what the user can do about it. */
const toRunRefusal = async (
  opened: OpenedFiles,
  error: AppError,
  { located: { workspace }, plan, unreadable, signal }: RefusedRun,
): Promise<CommandRefusal> => {
  if (signal.aborted) return new CommandRefusal(describe(error), getInterruptedExitCode(signal));
  if (unreadable.length > 0) {
    const { message } = await toCommandRefusal(opened, error);
    return new CommandRefusal(`nothing ran, because of these files: ${message}`, exitCodes.unreadable);
  }
  if (isAboutEmptyWorkspace(error, plan))
    return new CommandRefusal(
      `${workspace} has no requests yet. Import some: tandem import <file> ${quoteShellWord(workspace)}`,
    );
  return toCommandRefusal(opened, error);
};

/** Runs a plan on an opened workspace and returns the exit code. */
const runPlan = async (
  opened: OpenedFiles,
  { flags, located, signal }: RunTask,
  { out, error }: Streams,
): Promise<number> => {
  const { application, workspace } = opened;
  const { unreadable, readable } = splitInvalidFiles(opened, located);
  const plan = await createPlan(flags, readable);
  for (const problem of listFileProblems({ ...opened.report, invalid: unreadable }, located.root))
    error(`${problem}\n`);
  const choice = plan.environments === undefined ? await describeEnvironmentChoice(opened) : '';
  const isTerminal = process.stdout.isTTY;
  const { secrets, readSource } = createScriptLines(located.root);
  const options = {
    isTerminal,
    colors: isTerminal && (process.env.NO_COLOR ?? '') === '',
    columns: process.stdout.columns,
    root: formatPathPrefix(located.root),
    readSource,
  };
  const wanted = parseOutputs(flags.reporters);
  const outputs = await openOutputs(wanted, out, options);
  let last: RunEvent | undefined;
  const listener = (event: RunEvent): void => {
    if (last === undefined) error(choice);
    last = event;
    outputs.take(event);
  };
  const wantsExchanges = wanted.some(({ name }) => name === 'html');
  const elicitPrompts = openTerminalPrompts();
  const context = {
    ...{ signal, progress: () => undefined, by: 'cli', wantsExchanges, secrets },
    ...(elicitPrompts === undefined ? {} : { elicitPrompts }),
    onPrompts: (labels: readonly string[]) => {
      for (const line of listUnusedAnswers(flags.prompts, labels)) error(`tandem: ${line}\n`);
    },
  };
  try {
    const input = { workspaceId: workspace.id, plan, unreadable };
    const outcome = await application.runs.run(input, context, listener)();
    if (E.isLeft(outcome))
      throw await toRunRefusal(opened, outcome.left, { located, plan, unreadable, signal });
    if (last !== undefined && wanted.some(({ name }) => name === 'github'))
      await writeJobSummary(last, process.env.GITHUB_STEP_SUMMARY);
    return unreadable.length > 0 && !outcome.right.isInterrupted
      ? exitCodes.unreadable
      : getExitCode(outcome.right, signal);
  } finally {
    await outputs.close();
  }
};

/** Reads the process's environment, extended by the secrets in the files that the command line names. */
const readProcessEnvironment = async ({ secretsFile, envFile }: RunFlags, error: Streams['error']) => {
  const env =
    envFile === undefined ? process.env : { ...process.env, ...(await readEnvFileSecrets(envFile)) };
  if (secretsFile === undefined) return env;
  const { values, warning } = await readSecrets(secretsFile);
  if (warning !== undefined) error(`tandem: ${warning}\n`);
  const given = Object.entries(values).map(
    ([name, value]) => [name.startsWith(secretPrefix) ? name : `${secretPrefix}${name}`, value] as const,
  );
  return { ...env, ...Object.fromEntries(given) };
};

/** The arguments of a run, and the script hosts that were started for it. */
export interface RunCall {
  readonly paths: readonly string[];
  readonly flags: RunFlags;
  readonly scripts: OpenScriptRuntime;
}

/** A run: its files, its settings, and the signal that stops it. */
interface RunTask extends Pick<RunCall, 'flags'> {
  readonly located: LocatedWorkspace;
  readonly signal: AbortSignal;
}

/** Reads the files and runs the selected ones. Closes the script hosts at the end. */
const runOnce = (wanted: RunTask, scripts: OpenScriptRuntime, streams: Streams): Promise<number> =>
  handleRefusal(streams.error, async () => {
    const { flags, located } = wanted;
    try {
      const env = await readProcessEnvironment(flags, streams.error);
      const connections = await readConnections(flags);
      const { insecure, allowScriptRequests } = flags;
      const options = { env, verify: !insecure, allowScriptRequests, connections, scripts };
      const opened = await openLocated(located, options);
      try {
        for (const line of listUnreadFiles(opened.report, located)) streams.error(line);
        return await runPlan(opened, wanted, streams);
      } finally {
        await opened.close();
      }
    } finally {
      await scripts.close();
    }
  });

/**
 * Runs the files. After each change, runs again those files that the change affects; changes during a run count too. The exit code is
 * that of the last run.
 */
const runAndWatch = async (
  wanted: RunTask,
  scripts: OpenScriptRuntime,
  streams: Streams,
): Promise<number> => {
  const { located, signal } = wanted;
  const { runOnChanges, takeSnapshot: snapshotOf } = await import('./watch.js');
  const isSelected = (file: string): boolean =>
    located.files?.some((one) => file === one || file.startsWith(`${one}/`)) ?? true;
  const seen = await snapshotOf(located.root);
  let code = await runOnce(wanted, scripts, streams);
  const waiting = (): void => {
    if (!signal.aborted) streams.error('tandem: waiting for changes; press Ctrl+C to end\n');
  };
  await runOnChanges({ root: located.root, seen, signal, onWatching: waiting }, async (touched) => {
    const files = touched?.filter(isSelected);
    if (files?.length === 0) return;
    const again = { ...wanted, located: files === undefined ? located : { ...located, files } };
    code = await runOnce(again, startScripts(process.env), streams);
    waiting();
  });
  return code;
};

/** Runs the requests of a workspace folder from its files alone, and returns the exit code. */
export const runFolder = async ({ paths, flags, scripts }: RunCall, streams: Streams): Promise<number> => {
  const controller = new AbortController();
  const release = abortOnSignals(controller, streams.error);
  try {
    return await handleRefusal(streams.error, async () => {
      const located = await locateWorkspace(paths);
      const wanted = { flags, located, signal: controller.signal };
      return flags.watch
        ? await runAndWatch(wanted, scripts, streams)
        : await runOnce(wanted, scripts, streams);
    });
  } finally {
    await scripts.close();
    release();
  }
};
