import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { RunEvent } from '@tandem/core';
import {
  formatJobSummary,
  openReporter,
  type Reporter,
  type ReporterName,
  reporterNames,
  type ReporterOptions,
} from '@tandem/report';

import { CommandRefusal } from '../refusal.js';

/** The file of a report. It appears only when the report is complete, so a killed run leaves the previous file unchanged. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Moves the written report to its path, or deletes it if it is incomplete. */
  readonly close: (isWhole: boolean) => Promise<void>;
}

/**
 * Follows the links at a path to the file. Also returns whether the file can be replaced: pipes and devices are
 * written to directly.
 */
const resolveTarget = async (
  path: string,
): Promise<{ readonly file: string; readonly isReplaced: boolean }> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { file: path, isReplaced: true };
  return { file: await realpath(path), isReplaced: found.isFile() };
};

const getPartialName = (file: string, pid: string): string => `.${basename(file)}.${pid}.tmp`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // If the process exists but may not be signalled, it is still running.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Removes the temporary files beside a report that runs left when they were killed. */
const removeLeftovers = async (file: string): Promise<void> => {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  const isLeftover = (name: string): boolean => {
    const [pid] = /(?<=\.)\d+(?=\.tmp$)/.exec(name) ?? [];
    return pid !== undefined && name === getPartialName(file, pid) && !isRunning(Number(pid));
  };
  await Promise.all(names.filter(isLeftover).map((name) => rm(join(folder, name), { force: true })));
};

/** Opens a file for a report and creates its folders. */
const openReportFile = async (path: string): Promise<ReportFile> => {
  await mkdir(dirname(path), { recursive: true });
  const { file, isReplaced } = await resolveTarget(path);
  if (isReplaced) await removeLeftovers(file);
  const beside = isReplaced ? join(dirname(file), getPartialName(file, String(process.pid))) : file;
  const stream = createWriteStream(beside);
  await once(stream, 'open');
  const done = finished(stream);
  // Prevents an unhandled rejection. `close` reports the error later.
  done.catch(() => undefined);
  return {
    write: (text) => void stream.write(text),
    close: async (isWhole) => {
      stream.end();
      try {
        await done;
        if (isReplaced && isWhole) await rename(beside, file);
      } finally {
        if (isReplaced) await rm(beside, { force: true });
      }
    },
  };
};

/** Writes a whole report to a file. */
const writeReportFile = async (path: string, text: string): Promise<void> => {
  const file = await openReportFile(path);
  file.write(text);
  await file.close(true);
};

/** The format of a report and its file. Without a file, the report is written to stdout. */
export interface Output {
  readonly name: ReporterName;
  readonly file?: string;
}

const parseOutput = (text: string): Output => {
  const [, given = text, file] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const name = reporterNames.find((one) => one === given);
  if (name === undefined)
    throw new CommandRefusal(`There is no reporter ${given}; there are ${reporterNames.join(', ')}.`);
  return { name, ...(file === undefined ? {} : { file }) };
};

/**
 * The reporters of `--reporter` flags; `spec` by default.
 * @throws CommandRefusal if a reporter is unknown
 */
export const parseOutputs = (wanted: readonly string[]): readonly Output[] =>
  (wanted.length === 0 ? ['spec'] : wanted).map(parseOutput);

/** The reporters of a run, with the files to which they write. */
export interface Outputs {
  readonly take: (event: RunEvent) => void;
  /** Resolves when all files are in place. */
  readonly close: () => Promise<void>;
}

const openOutput = async ({ name, file }: Output, out: (text: string) => void, options: ReporterOptions) => {
  if (file === undefined) {
    const reporter = await openReporter(name, options);
    return { reporter, write: out, close: () => Promise.resolve() };
  }
  const reporter: Reporter = await openReporter(name, { ...options, isTerminal: false, colors: false });
  return { reporter, ...(await openReportFile(file)) };
};

/** Writes a finished report in each requested format. */
export const writeReports = async (
  wanted: readonly Output[],
  out: (text: string) => void,
  render: (name: ReporterName) => Promise<string>,
): Promise<void> => {
  for (const { name, file } of wanted) {
    const text = await render(name);
    if (file === undefined) out(text);
    else await writeReportFile(file, text);
  }
};

/** Opens the reporters, each with its file or with `out`. */
export const openOutputs = async (
  wanted: readonly Output[],
  out: (text: string) => void,
  options: ReporterOptions,
): Promise<Outputs> => {
  const all = await Promise.all(wanted.map((one) => openOutput(one, out, options)));
  let isWhole = false;
  return {
    take: (event) => {
      if (event.kind === 'ended') isWhole = true;
      for (const { reporter, write } of all) {
        const text = reporter.take(event);
        if (text !== '') write(text);
      }
    },
    close: async () => {
      await Promise.all(all.map(({ close }) => close(isWhole)));
    },
  };
};

/** Adds the summary of a run to the page of the GitHub job, if this is a GitHub job. */
export const writeJobSummary = async (event: RunEvent, file: string | undefined): Promise<void> => {
  if (event.kind === 'ended' && file !== undefined && file !== '')
    await appendFile(file, formatJobSummary(event.report));
};
