import { Int, struct, t } from '../codec/index.js';
import type { AppError, AppResult } from '../errors.js';
import type { DocumentFormat, ExportContent, ExportedDocument } from '../exports/export.js';
import type { TE } from '../fp.js';
import type { ImportDocument, ImportFormat, ImportNoise } from '../imports/import.js';

/** The result of converting a folder of `.bru` files, or of a dry run. */
export const BrunoConversion = struct('a conversion of .bru files', {
  path: t.string,
  name: t.string,
  dryRun: t.boolean,
  requests: Int,
  folders: Int,
  environments: Int,
  /** Files that cannot be read. If there are any, no file is written. */
  problems: t.readonlyArray(
    struct('a problem', { path: t.string, line: Int, column: Int, message: t.string }),
  ),
  leftOut: t.readonlyArray(struct('what is left out', { place: t.string, what: t.string })),
});
export type BrunoConversion = t.TypeOf<typeof BrunoConversion>;

/** The Bruno folder to convert, and the folder in which to write the YAML files. */
export interface BrunoConversionInput {
  /** The folder that contains `bruno.json`. */
  readonly folder: string;
  /** A new folder for the YAML files; null converts in place and removes the `.bru` files. */
  readonly into: string | null;
  readonly dryRun: boolean;
  /** Whether a new folder gets no copy of the `.env` of the collection. */
  readonly withoutSecrets?: boolean;
}

/** Converts a folder of `.bru` files to OpenCollection YAML: all files, or none if one cannot be read. */
export type BrunoConverter = (input: BrunoConversionInput) => TE.TaskEither<AppError, BrunoConversion>;

/** Names that others have, with another value than the document. */
export interface TakenNames {
  /** The names that no credential in a request or folder may get. */
  readonly all: readonly string[];
  /** Those of them that credentials of other collections have. A variable of the document with such a name stays in its folder. */
  readonly ofCollections: readonly string[];
}

/** A document of another tool. */
export interface ForeignDocument {
  readonly text: string;
  /** The file name, which decides the format if the content does not. */
  readonly name?: string;
  /** The format; detected from the content if omitted. */
  readonly format?: ImportFormat;
  /** The kinds of recorded requests that the import keeps, such as images. */
  readonly keep?: readonly ImportNoise[];
  /** The names of values that are not secrets although they look like secrets. */
  readonly plain?: readonly string[];
  readonly taken?: TakenNames;
  /** The base of relative URLs in the document. */
  readonly base?: string;
  /** The texts of the files that the document references, by path relative to its folder. */
  readonly files?: ReadonlyMap<string, string>;
}

/**
 * Reads documents of other tools without fetching anything. An unreadable document is an error of the argument `text`, with line and
 * column if known.
 */
export type DocumentReader = (document: ForeignDocument) => AppResult<ImportDocument>;

/** Stores what imports wrote, in a file of the workspace, so that the folder and the database share it. */
export interface ImportMemories {
  /** The file's text; null if there is none. */
  readonly read: (folder: string) => AppResult<string | null>;
  readonly write: (folder: string, text: string) => AppResult<void>;
}

/** Writes requests as documents for other tools. Refuses the argument `format` if there are more requests than the format can hold. */
export interface Documents {
  readonly write: (format: DocumentFormat, content: ExportContent) => AppResult<ExportedDocument>;
}
