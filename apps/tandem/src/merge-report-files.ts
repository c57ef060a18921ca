import { readFile } from 'node:fs/promises';

import type { Output } from '@tandem/cli/commands';
import type { RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { mergeReports, readReport, renderReport } from '@tandem/report';

import { answering, exitCodes, Refused } from './refused.js';
import { outputsOf, writeReports } from './run/outputs.js';

const reportIn = async (file: string): Promise<RunReport> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Refused(`${file} cannot be read: ${(error as Error).message}`);
  });
  const report = readReport(text);
  if (E.isRight(report)) return report.right;
  throw new Refused(`${file} is no report: ${report.left[0]?.message ?? ''}`);
};

/** Merges the reports in `files`, writes them as `reporters` say, and returns the exit code. */
export const mergeFiles = (
  files: readonly string[],
  reporters: readonly string[],
  { out, error }: Output,
): Promise<number> =>
  answering(error, async () => {
    const outputs = outputsOf(reporters);
    const [first, ...others] = await Promise.all(files.map(reportIn));
    if (first === undefined) throw new Refused('Name at least one report.');
    const report = mergeReports([first, ...others]);
    await writeReports(outputs, out, (name) => renderReport(name, report));
    return report.isGreen ? exitCodes.green : exitCodes.red;
  });
