import type { AppError, Documents } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

let loadingDocuments: Promise<Documents> | undefined;

const load = (): Promise<Documents> =>
  (loadingDocuments ??= import('@tandem/export').then(({ createDocuments }) => createDocuments()));

/** Writes requests as documents of other tools; the writers are loaded on first use. */
export const documents: Documents = {
  write: (format, content) =>
    pipe(
      TE.fromTask<Documents, AppError>(load),
      TE.flatMap(({ write }) => write(format, content)),
    ),
};
