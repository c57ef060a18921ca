import { readFile } from 'node:fs/promises';

import type { RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { readReport } from '@tandem/report';

import { Refused } from './refused.js';

/**
 * The report in a file that `--reporter json` wrote.
 * @throws Refused if it cannot be read
 */
export const readReportFile = async (file: string): Promise<RunReport> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Refused(`${file} cannot be read: ${(error as Error).message}`);
  });
  const report = readReport(text);
  if (E.isRight(report)) return report.right;
  throw new Refused(`${file} is no report: ${report.left[0]?.message ?? ''}`);
};
