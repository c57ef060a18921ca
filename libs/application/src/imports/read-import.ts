import {
  type AppError,
  type AppResult,
  type DocumentReader,
  decodeFileTextInSlices,
  type ForeignDocument,
  type ImportDocument,
  importLimits,
  createInvalidInput,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';

import type { ApplyImport } from './import-arguments.js';
import type { FetchedDocument } from './fetch-arguments.js';

/** Where the text of a call was fetched from. */
export type Origin = Pick<FetchedDocument, 'url' | 'base'>;

/** The document of a call: its text, or a file of the workspace. */
const readInputDocument = (
  ports: Ports,
  workspace: Workspace,
  { text, file, name, format, keep, base }: ApplyImport & Origin,
): AppResult<ForeignDocument> => {
  const more = {
    ...(format === undefined ? {} : { format }),
    ...(keep === undefined ? {} : { keep }),
    ...(base === undefined ? {} : { base }),
  };
  if ((text === undefined) === (file === undefined))
    return TE.left(
      createInvalidInput('text', 'or file must be given, one of them', {
        expected: 'a document',
        got: text ?? null,
      }),
    );
  if (file === undefined)
    return TE.right({ text: text ?? '', ...more, ...(name === undefined ? {} : { name }) });
  return pipe(
    ports.requestFiles.read(workspace.path, file, importLimits.bytes),
    TE.mapLeft(({ message }): AppError =>
      createInvalidInput('file', `cannot be read: ${message.replace(/\.$/, '')}`, {
        expected: 'a file of the workspace',
        got: file,
      }),
    ),
    TE.flatMapTask((bytes) => () => decodeFileTextInSlices(bytes)),
    TE.flatMapEither((read) =>
      'text' in read
        ? E.right({ text: read.text, name: name ?? file, ...more })
        : E.left(
            createInvalidInput('file', `cannot be read: ${read.problem}`, {
              expected: 'a document',
              got: file,
            }),
          ),
    ),
  );
};

/**
 * Reads a file that a document refers to, by its path relative to the document's folder. Undefined if there is none.
 */
export type ReadBeside = (path: string) => Promise<string | undefined>;

/** Maximum number of files that a document may refer to. */
const maxReferencedFiles = 200;

/** Reads workspace files next to the document. */
const createSiblingReader = (ports: Ports, workspace: Workspace, file: string): ReadBeside => {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
  return async (path) => {
    const read = await ports.requestFiles.read(workspace.path, `${folder}${path}`, importLimits.bytes)();
    const text = read._tag === 'Left' ? undefined : await decodeFileTextInSlices(read.right);
    return text !== undefined && 'text' in text ? text.text : undefined;
  };
};

const measureFiles = (files: ReadonlyMap<string, string>): number =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** Reads a document, and rereads it with the files it refers to until no readable one is missing. */
const readWhole = (
  read: DocumentReader,
  document: ForeignDocument,
  beside: ReadBeside | undefined,
): AppResult<ImportDocument> =>
  pipe(
    read(document),
    TE.flatMap((found) => {
      const known = document.files ?? new Map<string, string>();
      const missing = (found.missing ?? []).filter((path) => !known.has(path));
      if (beside === undefined || missing.length === 0 || known.size + missing.length > maxReferencedFiles)
        return TE.right(found);
      return pipe(
        TE.fromTask<readonly (readonly [string, string | undefined])[], AppError>(() =>
          Promise.all(missing.map(async (path) => [path, await beside(path)] as const)),
        ),
        TE.flatMap((texts) => {
          const more = texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
          const files = new Map([...known, ...more]);
          if (measureFiles(files) > importLimits.bytes)
            return TE.left(
              createInvalidInput(
                'text',
                `and the files that it refers to are longer than the limit; split it`,
                {
                  expected: 'a shorter document',
                  got: document.name ?? '',
                },
              ),
            );
          return more.length === 0 ? TE.right(found) : readWhole(read, { ...document, files }, beside);
        }),
      );
    }),
  );

/** Reads the document of a call, and the files that it refers to. */
export const readImport = (
  ports: Ports,
  workspace: Workspace,
  asked: ApplyImport & Origin,
  beside = asked.file === undefined ? undefined : createSiblingReader(ports, workspace, asked.file),
): AppResult<ImportDocument> =>
  pipe(
    readInputDocument(ports, workspace, asked),
    TE.flatMap((document) =>
      ports.readDocument === undefined
        ? TE.left(
            createInvalidInput('text', 'cannot be imported by this program', {
              expected: 'nothing',
              got: '',
            }),
          )
        : readWhole(ports.readDocument, document, beside),
    ),
    TE.filterOrElse(
      ({ requests, missing = [] }) => requests.length > 0 || missing.length === 0,
      ({ missing = [] }) =>
        createInvalidInput(
          'text',
          `has no request in it, and these files were not read: ${missing.slice(0, 5).join(', ')}`,
          {
            expected: 'a document with the files that it refers to',
            got: missing.length,
          },
        ),
    ),
    TE.map((document) => (asked.url === undefined ? document : { ...document, url: asked.url })),
  );
