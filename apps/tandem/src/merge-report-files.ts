import type { Output } from '@tandem/node/cli/commands';
import { mergeReports, renderReport } from '@tandem/report';

import { readReportFile } from './read-report-file.js';
import { handleRefusal, exitCodes, CommandRefusal } from './refused.js';
import { parseOutputs, writeReports } from './run/outputs.js';

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
