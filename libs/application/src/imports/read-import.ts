import {
  type AppError,
  type AppResult,
  type ForeignDocument,
  type ImportDocument,
  importLimits,
  invalidInput,
  type Ports,
  tooLongToImport,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { ApplyImport } from './import-arguments.js';

/** The document of a call: its text, or a file of the workspace. */
const givenDocument = (
  ports: Ports,
  workspace: Workspace,
  { text, file, name, format }: ApplyImport,
): AppResult<ForeignDocument> => {
  const more = { ...(format === undefined ? {} : { format }) };
  if ((text === undefined) === (file === undefined))
    return TE.left(
      invalidInput('text', 'or file must be given, one of them', {
        expected: 'a document',
        got: text ?? null,
      }),
    );
  if (file === undefined)
    return TE.right({ text: text ?? '', ...more, ...(name === undefined ? {} : { name }) });
  return pipe(
    ports.requestFiles.read(workspace.path, file),
    TE.mapLeft(({ message }): AppError =>
      invalidInput('file', `cannot be read: ${message}`, { expected: 'a file of the workspace', got: file }),
    ),
    TE.filterOrElse(
      ({ byteLength }) => byteLength <= importLimits.bytes,
      () => invalidInput('file', tooLongToImport, { expected: 'a shorter document', got: file }),
    ),
    TE.map((bytes) => ({ text: new TextDecoder().decode(bytes), name: name ?? file, ...more })),
  );
};

/** Reads the document of a call. */
export const readImport = (
  ports: Ports,
  workspace: Workspace,
  asked: ApplyImport,
): AppResult<ImportDocument> =>
  pipe(
    givenDocument(ports, workspace, asked),
    TE.flatMap(
      (document) =>
        ports.readDocument?.(document) ??
        TE.left(invalidInput('text', 'cannot be imported by this program', { expected: 'nothing', got: '' })),
    ),
  );
