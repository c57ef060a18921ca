import { readReportFile } from '../read-report-file.js';

/**
 * The mean duration of each request in earlier reports, in milliseconds by path; omits requests without a response.
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
