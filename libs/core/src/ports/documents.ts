import type { AppResult } from '../errors.js';
import type { DocumentFormat, ExportContent, ExportedDocument } from '../exports/export.js';
import type { ImportDocument, ImportFormat, ImportNoise } from '../imports/import.js';

/** A document of another tool. */
export interface ForeignDocument {
  readonly text: string;
  /** The file name, which decides the format if the content does not. */
  readonly name?: string;
  /** Detected from the content if omitted. */
  readonly format?: ImportFormat;
  /** The kinds of noise to keep. */
  readonly keep?: readonly ImportNoise[];
  /** The base URL for relative URLs in it. */
  readonly base?: string;
  /** The texts of files that it references, by path relative to its folder. */
  readonly files?: ReadonlyMap<string, string>;
}

/**
 * Reads documents of other tools. Nothing is fetched. An unreadable document is an error of the argument `text`, with
 * line and column if known.
 */
export type DocumentReader = (document: ForeignDocument) => AppResult<ImportDocument>;

/** Stores what imports wrote as a file in the workspace, so that folder and database share it. */
export interface ImportMemories {
  /** The file's text; null if there is none. */
  readonly read: (folder: string) => AppResult<string | null>;
  readonly write: (folder: string, text: string) => AppResult<void>;
}

/** Writes requests as documents for other tools. Too many requests are an error of the argument `format`. */
export interface Documents {
  readonly write: (format: DocumentFormat, content: ExportContent) => AppResult<ExportedDocument>;
}
