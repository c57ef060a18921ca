import type { DocumentFormat, ExportContent, ExportedDocument } from '../domain/export.js';

/** Writes requests as documents of other tools. */
export interface Documents {
  readonly write: (format: DocumentFormat, content: ExportContent) => Promise<ExportedDocument>;
}
