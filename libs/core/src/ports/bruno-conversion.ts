import { Int, struct, t } from '../codec/index.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

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
}

/** Converts a folder of `.bru` files to OpenCollection YAML, all or nothing. */
export type BrunoConverter = (input: ConvertBruno) => TE.TaskEither<AppError, BrunoConversion>;
