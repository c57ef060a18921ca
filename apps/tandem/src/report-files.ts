import type { RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { Output } from '@tandem/node/cli/commands';
import { mergeReports, readReport, renderReport } from '@tandem/report';

import { readInputFile } from './input-file.js';
import { CommandRefusal, exitCodes, handleRefusal } from './refusal.js';
import { parseOutputs, writeReports } from './run/outputs.js';

/** Maximum size of a report, in bytes. Reports of long runs with bodies have several hundred MiB. */
const maxReportBytes = 512 * 1024 * 1024;

/**
 * Reads the report in a file written by `--reporter json`.
 * @throws CommandRefusal if it cannot be read
 */
const readReportFile = async (file: string): Promise<RunReport> => {
  const text = (await readInputFile(file, { bytes: maxReportBytes })).toString('utf8');
  const report = readReport(text);
  if (E.isRight(report)) return report.right;
  throw new CommandRefusal(`${file} is no report: ${report.left[0]?.message ?? ''}`);
};

/** Merges the reports in `files`, writes them with the `reporters`, and returns the exit code. */
export const mergeFiles = (
  files: readonly string[],
  reporters: readonly string[],
  { out, error }: Output,
): Promise<number> =>
  handleRefusal(error, async () => {
    const outputs = parseOutputs(reporters);
    const [first, ...others] = await Promise.all(files.map(readReportFile));
    if (first === undefined) throw new CommandRefusal('Name at least one report.');
    const report = mergeReports([first, ...others]);
    await writeReports(outputs, out, (name) => renderReport(name, report));
    return report.isGreen ? exitCodes.green : exitCodes.red;
  });

/**
 * Computes the mean duration of each request in earlier reports, in milliseconds by path. Requests without a response are
 * omitted.
 */
export const readDurations = async (files: readonly string[]): Promise<Readonly<Record<string, number>>> => {
  const reports = await Promise.all(files.map(readReportFile));
  const all = new Map<string, number[]>();
  for (const { path, timeMs } of reports.flatMap(({ requests }) => requests))
    if (timeMs !== null) all.set(path, [...(all.get(path) ?? []), timeMs]);
  const means = [...all].map(
    ([path, times]) => [path, times.reduce((sum, ms) => sum + ms, 0) / times.length] as const,
  );
  return Object.fromEntries(means);
};
