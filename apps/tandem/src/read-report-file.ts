import type { RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { readReport } from '@tandem/report';

import { readInputFile } from './given-file.js';
import { CommandRefusal } from './refused.js';

/** Maximum size of a report, in bytes; a long run with bodies takes some hundred MiB. */
const maxReportBytes = 512 * 1024 * 1024;

/**
 * The report in a file written by `--reporter json`.
 * @throws Refused if it cannot be read
 */
export const readReportFile = async (file: string): Promise<RunReport> => {
  const text = (await readInputFile(file, { bytes: maxReportBytes })).toString('utf8');
  const report = readReport(text);
  if (E.isRight(report)) return report.right;
  throw new CommandRefusal(`${file} is no report: ${report.left[0]?.message ?? ''}`);
};
