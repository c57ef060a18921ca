import { execFile, type ExecFileException } from 'node:child_process';

import type { ProvidedValue, SecretProvider } from '@tandem/core';

/** The placeholder in a command for the name of a secret. */
const placeholder = '{name}';

/** Names that may be used as an argument. A workspace's folder chooses them, so they must not be options or lead to parent folders. */
const safeArgument = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

/** Maximum duration of a command in milliseconds, and maximum size of its output in bytes. */
const commandLimits = { timeout: 10_000, maxBuffer: 64 * 1024 } as const;

/** How long a value is used before it is read again, in milliseconds. */
const cacheMs = 60_000;

/** Splits a command at spaces. Quotes enclose words with spaces; there is no other syntax. */
const splitCommand = (command: string): readonly string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );

/** Describes what went wrong, without quoting the command's output. */
const describeProblem = (error: ExecFileException): string => {
  if (error.code === 'ENOENT') return 'was not found';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `wrote more than ${commandLimits.maxBuffer} bytes`;
  if (error.killed === true) return 'took too long';
  return typeof error.code === 'number'
    ? `ended with exit code ${String(error.code)}`
    : 'could not be started';
};

const runProgram = (program: string, args: readonly string[], timeout: number): Promise<ProvidedValue> =>
  new Promise((resolve) => {
    const options = {
      ...commandLimits,
      timeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
      encoding: 'utf8',
    } as const;
    const child = execFile(program, args, options, (error, output) => {
      if (error !== null) resolve({ problem: describeProblem(error) });
      else if (output.trim() === '') resolve({ problem: 'wrote nothing' });
      else resolve({ value: output.trim() });
    });
    child.stdin?.on('error', () => undefined).end();
  });

interface Options {
  /** Time limit of a command, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
  /** Returns the current time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Reads secrets with a person's command, such as `op read op://work/{name}/password`, which runs without a shell.
 * Values stay only in this process's memory.
 * @param command the current command; nothing runs while it is blank
 */
export const createSecretCommand = (
  command: () => Promise<string | undefined>,
  { timeoutMs = commandLimits.timeout, now = Date.now }: Options = {},
): SecretProvider => {
  const reading = new Map<string, { readonly at: number; readonly answer: Promise<ProvidedValue> }>();
  const values = new Map<string, string>();
  const read = async (template: string, name: string): Promise<ProvidedValue> => {
    if (!template.includes(placeholder)) return { problem: `has no ${placeholder}` };
    if (!safeArgument.test(name)) return { problem: 'takes only names of letters, digits, _, . and -' };
    const [program = '', ...args] = splitCommand(template).map((word) => word.replaceAll(placeholder, name));
    const answer = await runProgram(program, args, timeoutMs);
    if ('value' in answer) values.set(answer.value, name);
    return answer;
  };
  return {
    isOn: async () => ((await command()) ?? '').trim() !== '',
    read: async (name) => {
      const template = (await command()) ?? '';
      const key = JSON.stringify([template, name]);
      const known = reading.get(key);
      if (known !== undefined && now() - known.at < cacheMs) return known.answer;
      const answer = read(template, name);
      reading.set(key, { at: now(), answer });
      // A failure is not cached: the person may unlock the password manager now.
      if ('problem' in (await answer)) reading.delete(key);
      return answer;
    },
    all: () => [...values].map(([value, name]) => ({ name, value })),
  };
};
