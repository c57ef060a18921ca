import { Int, struct, t } from '../codec/index.js';
import type { AppError, AppResult } from '../errors.js';
import type { DocumentFormat, ExportContent, ExportedDocument } from '../exports/export.js';
import type { TE } from '../fp.js';
import type { ImportDocument, ImportFormat, ImportNoise } from '../imports/import.js';

/** What converting a folder of `.bru` files did or would do. */
export const BrunoConversion = struct('a conversion of .bru files', {
  path: t.string,
  name: t.string,
  dryRun: t.boolean,
  requests: Int,
  folders: Int,
  environments: Int,
  /** Files that cannot be read. If there are any, nothing is written. */
  problems: t.readonlyArray(
    struct('a problem', { path: t.string, line: Int, column: Int, message: t.string }),
  ),
  leftOut: t.readonlyArray(struct('what is left out', { place: t.string, what: t.string })),
});
export type BrunoConversion = t.TypeOf<typeof BrunoConversion>;

/** What to convert, and where to write the YAML. */
export interface ConvertBruno {
  /** The folder with `bruno.json`. */
  readonly folder: string;
  /** A new folder for the files; null converts in place and removes the `.bru` files. */
  readonly into: string | null;
  readonly dryRun: boolean;
  /** Whether a new folder gets no copy of the `.env` of the collection. */
  readonly withoutSecrets?: boolean;
}

/** Converts a folder of `.bru` files to OpenCollection YAML, all or nothing. */
export type BrunoConverter = (input: ConvertBruno) => TE.TaskEither<AppError, BrunoConversion>;

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
