import type { Reports } from '@tandem/core';

/** Writes run reports; each format is loaded on first use. */
export const reports: Reports = {
  render: async (format, report) => (await import('@tandem/report')).renderReport(format, report),
};
