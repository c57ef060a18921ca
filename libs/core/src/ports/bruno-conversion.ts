import { Int, struct, t } from '../codec/index.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** What the conversion of a folder of `.bru` files has done, or would do. */
export const BrunoConversion = struct('a conversion of .bru files', {
  path: t.string,
  name: t.string,
  dryRun: t.boolean,
  requests: Int,
  folders: Int,
  environments: Int,
  /** What cannot be read; nothing is written while there is any. */
  problems: t.readonlyArray(
    struct('a problem', { path: t.string, line: Int, column: Int, message: t.string }),
  ),
  leftOut: t.readonlyArray(struct('what is left out', { place: t.string, what: t.string })),
});
export type BrunoConversion = t.TypeOf<typeof BrunoConversion>;

/** What to convert, and where the YAML goes. */
export interface ConvertBruno {
  /** The folder with `bruno.json`. */
  readonly folder: string;
  /** A new folder for the files; null converts the folder itself and removes its `.bru` files. */
  readonly into: string | null;
  readonly dryRun: boolean;
}

/** Converts a folder of `.bru` files to OpenCollection YAML: all of it, or nothing. */
export type BrunoConverter = (input: ConvertBruno) => TE.TaskEither<AppError, BrunoConversion>;
