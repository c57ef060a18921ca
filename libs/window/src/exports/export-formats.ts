import type { RpcMethods } from '@tandem/rpc/client';

import type { Link } from '../link/link.js';
import { formatCount } from '../shell/counted.js';
import type { RunTarget } from '../runs/run-target.js';

type Params = RpcMethods['exports_render']['params'];

/** What requests are exported as. */
export type ExportFormat = Params['format'];

/** Requests written in a format. */
export type RenderedExport = RpcMethods['exports_render']['result'];

/** Each format: what it is called, and what it holds. */
const formats: Readonly<Record<ExportFormat, { readonly title: string; readonly holds: string }>> = {
  openapi: {
    title: 'OpenAPI 3.1',
    holds: 'An operation for each request, with schemas by stored responses.',
  },
  html: { title: 'HTML page', holds: 'One page to read, with stored responses. It needs no network.' },
  har: { title: 'HAR', holds: 'What was sent and answered, as far as it is stored.' },
  postman: { title: 'Postman collection', holds: 'Folders, requests and the tests that translate.' },
  k6: { title: 'k6 script', holds: 'A load test that sends the requests and checks their status.' },
  curl: { title: 'curl commands', holds: 'A script for bash.' },
  fetch: { title: 'JavaScript: fetch', holds: 'A module for Node or a browser.' },
  axios: { title: 'JavaScript: axios', holds: 'A module for Node or a browser.' },
  requests: { title: 'Python: requests', holds: 'A script for Python.' },
  httpx: { title: 'Python: httpx', holds: 'A script for Python.' },
  go: { title: 'Go: net/http', holds: 'A program of one request.' },
  java: { title: 'Java: HttpClient', holds: 'A program of one request.' },
  csharp: { title: 'C#: HttpClient', holds: 'A program of one request.' },
  php: { title: 'PHP: curl', holds: 'A script for PHP.' },
  ruby: { title: 'Ruby: Net::HTTP', holds: 'A script for Ruby.' },
};

/** Languages with a program for each request. */
const ofOneRequest: ReadonlySet<ExportFormat> = new Set(['go', 'java', 'csharp']);

/** The formats that can be chosen, in the order of the list. */
export const formatOptions = (target: RunTarget) =>
  (Object.keys(formats) as readonly ExportFormat[])
    .filter((value) => target.kind === 'request' || !ofOneRequest.has(value))
    .map((value) => ({ value, title: formats[value].title }));

/** The format that was chosen last if it can be chosen, else the first. */
export const formatFrom = (kept: string | undefined, target: RunTarget): ExportFormat =>
  formatOptions(target).find(({ value }) => value === kept)?.value ?? 'openapi';

export const describeFormatContent = (format: ExportFormat): string => formats[format].holds;

/** The longest text that the page receives, in UTF-16 units. */
const maxExportChars = 32 * 1024 * 1024;

/** Requests written in a format, whole. */
export const renderExport = (link: Link, target: RunTarget, format: ExportFormat): Promise<RenderedExport> =>
  link.call('exports_render', {
    format,
    maxChars: maxExportChars,
    ...(target.kind === 'request' ? { ids: [target.id] } : {}),
    ...(target.kind === 'folder' ? { folder: target.path } : {}),
  });

/** What an export is of, in a few words. */
export const describeExport = (target: RunTarget, { counts }: RenderedExport): string => {
  const place = target.kind === 'folder' ? ` of the folder “${target.path}”` : '';
  return `${formatCount(counts.requests, 'request')}${place}. The names of secrets stand in place of their values.`;
};
