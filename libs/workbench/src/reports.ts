import type { Reports } from '@tandem/core';

/** Writes reports of runs; a format is loaded when it is first used. */
export const reports: Reports = {
  render: async (format, report) => (await import('@tandem/report')).renderReport(format, report),
};
