import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';

import { mergeFile } from '@tandem/folder/merge-file';

/**
 * The exit codes of the merge driver. Git reads 1 as conflicts; only a code above 128 means that the driver failed and left the file
 * unchanged.
 */
export const codes = { clean: 0, conflicts: 1, failed: 129 } as const;

const defaultMarkerSize = 7;

/** Merges the files of three versions into the second one and returns the exit code. */
export const mergePaths = async (args: readonly (string | undefined)[]): Promise<number> => {
  const [basePath = '', oursPath = '', theirsPath = '', path = oursPath, size] = args;
  const versions = await Promise.all([basePath, oursPath, theirsPath].map((file) => readFile(file)));
  // Keeps our version and leaves the decision to a person, like git for binary files.
  if (!versions.every((bytes) => isUtf8(bytes))) return codes.conflicts;
  const [base = '', ours = '', theirs = ''] = versions.map(String);
  const { text, isClean } = mergeFile(path, { base, ours, theirs }, Number(size) || defaultMarkerSize);
  await writeFile(oursPath, text);
  return isClean ? codes.clean : codes.conflicts;
};
