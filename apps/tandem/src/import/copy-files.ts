import { dirname, resolve } from 'node:path';

import { canBeCopied } from '@tandem/application';
import { E, pipe, TE } from '@tandem/core/fp';
import { requestFiles } from '@tandem/workbench/files';

import type { ImportResult, PlannedImport } from './describe-import.js';

/** Maximum size of all copied files together, the same as for the other files of a Bruno collection. */
const maxCopiedBytes = 50 * 1024 * 1024;

/** Lists the files that the imported requests send and that the workspace's folder lacks, if the document has a folder. */
const listWantedFiles = ({ document, result }: PlannedImport): readonly string[] => {
  const isLocal = document.fetched === undefined && document.file !== '-';
  return isLocal ? [...new Set((result.files ?? []).map(({ file }) => file))].filter(canBeCopied) : [];
};

const removeCopied = (
  { document, result: { files = [], ...result } }: PlannedImport,
  copied: ReadonlySet<string>,
): PlannedImport => {
  const missing: ImportResult['files'] = files.filter(({ file }) => !copied.has(file));
  return { document, result: missing.length === 0 ? result : { ...result, files: missing } };
};

/** The copied files, and the imports with the files that are still missing. */
interface CopiedFiles {
  readonly copied: readonly string[];
  readonly results: readonly PlannedImport[];
}

/**
 * Copies the files that requests send from the folders of their documents to the workspace's folder, where requests look for them.
 * Existing files are not changed, and no link is followed out of either folder. A dry run only finds out which files can be copied.
 */
export const copySentFiles = async (
  made: readonly PlannedImport[],
  workspace: string,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<CopiedFiles> => {
  const copied = new Set<string>();
  let remaining = maxCopiedBytes;
  for (const one of made) {
    const folder = dirname(resolve(one.document.file));
    for (const path of listWantedFiles(one)) {
      if (copied.has(path)) continue;
      const copy = await pipe(
        requestFiles.read(folder, path, remaining),
        TE.tap((bytes) => (dryRun ? TE.right(undefined) : requestFiles.save(workspace, path, bytes))),
      )();
      if (E.isLeft(copy)) continue;
      remaining -= copy.right.length;
      copied.add(path);
    }
  }
  return { copied: [...copied], results: made.map((one) => removeCopied(one, copied)) };
};
