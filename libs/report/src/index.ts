export { formatJobSummary } from './job-summary.js';
export { mergeReports, readReport } from './stored-report.js';
export { openReporter, renderReport } from './open-reporter.js';
export {
  type Reporter,
  type ReporterName,
  reporterNames,
  type ReporterOptions,
  htmlLimits,
} from './reporter.js';
