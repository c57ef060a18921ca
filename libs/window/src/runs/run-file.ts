import type { ReportFormat } from '@tandem/core';

/** Each format of a report: what it is called, and the name and type of its file. */
export const formats: Readonly<
  Record<ReportFormat, { readonly title: string; readonly ending: string; readonly type: string }>
> = {
  html: { title: 'HTML page', ending: 'html', type: 'text/html' },
  junit: { title: 'JUnit XML', ending: 'xml', type: 'application/xml' },
  json: { title: 'JSON', ending: 'json', type: 'application/json' },
  spec: { title: 'Text', ending: 'txt', type: 'text/plain' },
  dot: { title: 'Text, a dot a request', ending: 'dot.txt', type: 'text/plain' },
  tap: { title: 'TAP', ending: 'tap', type: 'text/plain' },
  github: { title: 'GitHub annotations', ending: 'github.txt', type: 'text/plain' },
};

/** The name of the file of a run that started then, in ISO 8601. */
export const runFileName = (startedAt: string, format: ReportFormat): string =>
  `run-${startedAt.slice(0, 19).replaceAll(':', '-')}.${formats[format].ending}`;
