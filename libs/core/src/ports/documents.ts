import type { AppResult } from '../errors.js';
import type { DocumentFormat, ExportContent, ExportedDocument } from '../exports/export.js';
import type { ImportDocument, ImportFormat, ImportNoise } from '../imports/import.js';

/** A document of another tool. */
export interface ForeignDocument {
  readonly text: string;
  /** The name of its file, which decides where its content does not. */
  readonly name?: string;
  /** Recognised by the content if omitted. */
  readonly format?: ImportFormat;
  /** The kinds of noise to keep. */
  readonly keep?: readonly ImportNoise[];
  /** The address that relative ones in it are resolved against. */
  readonly base?: string;
  /** Texts of files that it refers to, by path relative to its folder. */
  readonly files?: ReadonlyMap<string, string>;
}

/**
 * Reads documents of other tools; nothing is fetched. A document that cannot be read is an error of the argument `text`, with
 * line and column where there is one.
 */
export type DocumentReader = (document: ForeignDocument) => AppResult<ImportDocument>;

/** Keeps what imports wrote, as a file of the workspace, so that files and database share it. */
export interface ImportMemories {
  /** Its text; null if there is none. */
  readonly read: (folder: string) => AppResult<string | null>;
  readonly write: (folder: string, text: string) => AppResult<void>;
}

/** Writes requests as documents of other tools. Too many requests are an error of the argument `format`. */
export interface Documents {
  readonly write: (format: DocumentFormat, content: ExportContent) => AppResult<ExportedDocument>;
}
