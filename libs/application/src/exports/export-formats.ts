import { type DocumentFormat, documentFormats } from '@tandem/core';
import { type CodeLanguage, codeLanguages } from '@tandem/execution';

import type { WantedExecutions } from './exported-executions.js';

/** The export formats: a document, curl commands, or code in a language. */
export type ExportFormat = DocumentFormat | 'curl' | CodeLanguage;

/** Every export format. */
export const exportFormats: readonly ExportFormat[] = [...documentFormats, 'curl', ...codeLanguages];

/** The file name extension and media type. */
interface FileKind {
  readonly ending: string;
  readonly type: string;
}

const json = 'application/json';
const javascript = { ending: 'mjs', type: 'text/javascript' };
const python = { ending: 'py', type: 'text/x-python' };

export const fileKinds: Readonly<Record<ExportFormat, FileKind>> = {
  openapi: { ending: 'openapi.json', type: json },
  html: { ending: 'html', type: 'text/html' },
  har: { ending: 'har', type: json },
  k6: { ending: 'k6.js', type: 'text/javascript' },
  postman: { ending: 'postman_collection.json', type: json },
  curl: { ending: 'sh', type: 'application/x-sh' },
  fetch: javascript,
  axios: javascript,
  requests: python,
  httpx: python,
  go: { ending: 'go', type: 'text/x-go' },
  java: { ending: 'java', type: 'text/x-java' },
  csharp: { ending: 'cs', type: 'text/x-csharp' },
  php: { ending: 'php', type: 'application/x-php' },
  ruby: { ending: 'rb', type: 'text/x-ruby' },
};

export const isDocumentFormat = (format: ExportFormat): format is DocumentFormat =>
  (documentFormats as readonly string[]).includes(format);

/** Which stored executions a document contains. */
export const executionsFor: Readonly<Record<DocumentFormat, WantedExecutions>> = {
  openapi: 'answers',
  html: 'answers',
  har: 'all',
  k6: 'none',
  postman: 'none',
};

/**
 * The file name for that format, without characters that a file system refuses, or a start that a shell takes for a
 * flag.
 */
export const toFileName = (name: string, format: ExportFormat): string => {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, '-')
    .trim()
    .replace(/^[. -]+|[. ]+$/g, '')
    .slice(0, 80);
  return `${safe === '' ? 'export' : safe}.${fileKinds[format].ending}`;
};
