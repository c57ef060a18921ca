export { formatJobSummary } from './job-summary.js';
export { mergeReports } from './merge-reports.js';
export { openReporter, renderReport } from './open-reporter.js';
export { readReport } from './read-report.js';
export { type Reporter, type ReporterName, reporterNames, type ReporterOptions } from './reporter.js';
export { htmlLimits } from './html/limits.js';
