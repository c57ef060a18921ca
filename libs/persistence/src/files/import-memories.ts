import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import type { AppError, ImportMemories } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';

import { createStorageError } from '../storage-fault.js';
import { requestFiles } from './request-files.js';

const folderName = '.tandem';
const fileName = `${folderName}/imports.json`;

/** A link could lead out of the workspace. */
const refuseLinks = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw new Error(`${path} is a link`);
};

/** What imports have written, stored in `.tandem/imports.json` of the workspace's folder. */
export const importMemories: ImportMemories = {
  read: (folder) => async () => {
    const read = await requestFiles.read(folder, fileName)();
    if (read._tag === 'Right') return { _tag: 'Right', right: new TextDecoder().decode(read.right) };
    return { _tag: 'Right', right: null };
  },
  write: (folder, text) =>
    TE.tryCatch(
      async () => {
        await refuseLinks(join(folder, folderName));
        await refuseLinks(join(folder, fileName));
        await replaceFile(join(folder, fileName), text);
      },
      (cause): AppError => createStorageError('writing what an import brought', cause),
    ),
};
