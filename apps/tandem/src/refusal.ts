import { type AppError, describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { quoteWord } from '@tandem/execution';
import type { OpenedFiles } from '@tandem/workbench/files';

/** The meanings of a command's exit codes. */
export const exitCodes = { green: 0, red: 1, wrongUsage: 2, unreadable: 3 } as const;

/** The signals that end a command cleanly, and the exit code for each, as in shells: 128 plus its number. */
export const exitCodesBySignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof exitCodesBySignal;
export const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const satisfies readonly EndingSignal[];

/** Quotes a word of a command that a message suggests, for a shell. */
export const quoteShellWord = (text: string): string => quoteWord({ text });

/** The reason why a command did nothing, and what the user can do about it. */
export class CommandRefusal extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = exitCodes.wrongUsage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command; prints a refusal as one line and returns its exit code. */
export const handleRefusal = async (
  error: (text: string) => void,
  work: () => Promise<number>,
): Promise<number> => {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof CommandRefusal)) throw cause;
    error(`tandem: ${cause.message}\n`);
    return cause.exitCode;
  }
};

/** Describes why a call was refused. For an unknown environment, it lists the existing ones. */
export const toCommandRefusal = async (
  { application, workspace }: OpenedFiles,
  error: AppError,
): Promise<CommandRefusal> => {
  const text = describe(error);
  if (error.kind === 'prompt-needed') {
    const flags = error.labels.map((label) => `--prompt ${quoteShellWord(`${label}=…`)}`);
    return new CommandRefusal(`${text} Pass ${flags.join(' ')}, or run it on a terminal, which asks.`);
  }
  if (error.kind !== 'not-found' || error.entity !== 'environment') return new CommandRefusal(text);
  const listed = await application.environments.list({ workspaceId: workspace.id })();
  const names = E.isRight(listed) ? listed.right.environments.map(({ name }) => name) : [];
  return new CommandRefusal(
    names.length === 0 ? `${text} It has none.` : `${text} It has ${names.join(', ')}.`,
  );
};
