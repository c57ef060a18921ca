import type { RunReport } from '@tandem/core';

import type { Open, Reporter, ReporterName, ReporterOptions } from './reporter.js';

/** Loads each format when it is first used, because a command that prints a tree need not wait for an XML library. */
const formats: Readonly<Record<ReporterName, () => Promise<Open>>> = {
  spec: async () => (await import('./terminal/spec.js')).openSpec,
  dot: async () => (await import('./terminal/spec.js')).openDot,
  json: async () => (await import('./stored-report.js')).openJson,
  junit: async () => (await import('./junit.js')).openJunit,
  html: async () => (await import('./html/html.js')).openHtml,
  github: async () => (await import('./github.js')).openGithub,
  tap: async () => (await import('./tap.js')).openTap,
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
