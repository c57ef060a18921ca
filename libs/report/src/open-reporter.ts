import type { RunReport } from '@tandem/core';

import type { ReporterFactory, Reporter, ReporterName, ReporterOptions } from './reporter.js';

/** Loads each format when it is first used, because a command that prints a tree need not wait for an XML library. */
const formats: Readonly<Record<ReporterName, () => Promise<ReporterFactory>>> = {
  spec: async () => (await import('./terminal/spec.js')).openSpecReporter,
  dot: async () => (await import('./terminal/spec.js')).openDotReporter,
  json: async () => (await import('./stored-report.js')).openJsonReporter,
  junit: async () => (await import('./junit.js')).openJunitReporter,
  html: async () => (await import('./html/html.js')).openHtmlReporter,
  github: async () => (await import('./github.js')).openGithubReporter,
  tap: async () => (await import('./tap.js')).openTapReporter,
};

/** Loads a format, and creates a reporter that writes it. */
export const openReporter = async (name: ReporterName, options: ReporterOptions = {}): Promise<Reporter> =>
  (await formats[name]())(options);

/** Writes a stored report in another format. Then `html` has no bodies, because a report does not store them. */
export const renderReport = async (
  name: ReporterName,
  report: RunReport,
  options: ReporterOptions = {},
): Promise<string> => {
  const { take } = await openReporter(name, { ...options, isTerminal: false });
  const { id, workspace, startedAt, plan } = report;
  return [
    take({ kind: 'started', run: { id, workspace, startedAt, plan } }),
    ...report.requests.map((entry) => take({ kind: 'request-ended', entry })),
    take({ kind: 'ended', report }),
  ].join('');
};
