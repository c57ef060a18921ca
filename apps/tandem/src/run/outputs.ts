import { appendFile } from 'node:fs/promises';

import type { RunEvent } from '@tandem/core';
import {
  formatJobSummary,
  openReporter,
  type Reporter,
  type ReporterName,
  reporterNames,
  type ReporterOptions,
} from '@tandem/report';

import { CommandRefusal } from '../refused.js';
import { openReportFile, writeReportFile } from './report-file.js';

/** How a report is written, and its file; to stdout without one. */
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
 * @throws Refused if a reporter is unknown
 */
export const parseOutputs = (wanted: readonly string[]): readonly Output[] =>
  (wanted.length === 0 ? ['spec'] : wanted).map(parseOutput);

/** Where the reporters of a run write. */
export interface Outputs {
  readonly take: (event: RunEvent) => void;
  /** Resolves when all files are in their places, if the run has ended. */
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

/** Opens the reporters, each on its file or on `out`. */
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

/** Adds the summary of a run to the page of the GitHub job, if this is one. */
export const writeJobSummary = async (event: RunEvent, file: string | undefined): Promise<void> => {
  if (event.kind === 'ended' && file !== undefined && file !== '')
    await appendFile(file, formatJobSummary(event.report));
};
