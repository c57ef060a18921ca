import {
  type AppError,
  type AppResult,
  type DocumentFormat,
  type ExportContent,
  createInvalidInput,
  type LeftOut,
  type Ports,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import type { CodeLanguage } from '@tandem/execution';

import { copyRequests } from './copied-requests.js';
import { type ExportedFile, RenderExport, RenderedExport } from './export-arguments.js';
import { exportTextLimits, maxListedLeftOut } from './export-arguments.js';
import { exportContent, type ExportSelection } from './export-content.js';
import {
  executionsFor,
  type ExportFormat,
  exportFormats,
  fileKinds,
  toFileName,
  isDocumentFormat,
} from './export-formats.js';
import { joinPrograms } from './join-programs.js';
import { operation, reads } from '../operation.js';

/** What is exported, and how. */
export interface ExportWanted extends Omit<ExportSelection, 'executions'> {
  readonly format: ExportFormat;
}

const createFormatError = (problem: string, format: ExportFormat): AppError =>
  createInvalidInput('format', problem, { expected: `one of ${exportFormats.join(', ')}`, got: format });

/** The base of the file name: its only request, or the workspace. */
const getTitle = ({ name, requests }: ExportContent): string => {
  const [only] = requests;
  return only !== undefined && requests.length === 1 ? only.name : name;
};

const toExportedFile = (
  format: ExportFormat,
  content: ExportContent,
  { text, leftOut }: { readonly text: string; readonly leftOut: readonly LeftOut[] },
): ExportedFile => ({
  format,
  file: toFileName(getTitle(content), format),
  type: fileKinds[format].type,
  text,
  requests: content.requests.length,
  leftOut,
});

const renderDocument = (
  { documents }: Ports,
  format: DocumentFormat,
  content: ExportContent,
): AppResult<ExportedFile> => {
  if (documents === undefined) return TE.left(createFormatError('cannot be written by this program', format));
  if (format === 'har' && content.executions.length === 0)
    return TE.left(
      createFormatError(
        'needs stored executions, and these requests have none; send them from the window or a tool',
        format,
      ),
    );
  return pipe(
    documents.write(format, content),
    TE.map((document) => toExportedFile(format, content, document)),
  );
};

const renderPrograms = (
  ports: Ports,
  format: CodeLanguage | 'curl',
  wanted: ExportWanted,
  content: ExportContent,
): AppResult<ExportedFile> =>
  pipe(
    copyRequests(ports, format, wanted, content.requests),
    TE.flatMap(({ programs, leftOut }) => {
      const text = programs.length === 0 ? '' : joinPrograms(format, programs);
      return text === undefined
        ? TE.left(
            createFormatError(
              `has a program for each request; export one request instead of ${programs.length}`,
              format,
            ),
          )
        : TE.right(toExportedFile(format, content, { text, leftOut }));
    }),
  );

/** Requests written in a format. The names of secrets replace their values. */
export const exportDocument =
  (ports: Ports) =>
  (wanted: ExportWanted): AppResult<ExportedFile> => {
    const { format, ...selection } = wanted;
    const executions = isDocumentFormat(format) ? executionsFor[format] : 'none';
    return pipe(
      exportContent(ports)({ ...selection, executions }),
      TE.flatMap(({ content, leftOut }) =>
        pipe(
          isDocumentFormat(format)
            ? renderDocument(ports, format, content)
            : renderPrograms(ports, format, wanted, content),
          TE.map((file) => ({ ...file, leftOut: [...leftOut, ...file.leftOut] })),
        ),
      ),
    );
  };

/** Requests written in a format, limited to the text that one call returns. */
export const exportsRender = operation({
  name: 'exports_render',
  title: 'Export requests',
  description: 'Requests as a document or code; secrets are {{NAME}}. HAR is of stored executions.',
  arguments: RenderExport,
  result: RenderedExport,
  effects: reads,
  useCase: 'exports.render',
  run:
    ({ ports }) =>
    ({
      ids,
      folder,
      offset = 0,
      maxChars = exportTextLimits.default,
      ...wanted
    }: RenderExport): AppResult<RenderedExport> =>
      pipe(
        exportDocument(ports)({
          ...wanted,
          select: ids === undefined ? { folders: [folder ?? ''] } : { ids },
        }),
        TE.map(({ format, file, type, text, requests, leftOut }) => ({
          ...{ format, file, type },
          text: text.slice(offset, offset + maxChars),
          size: text.length,
          counts: { requests, leftOut: leftOut.length },
          leftOut: leftOut.slice(0, maxListedLeftOut),
          ...(offset + maxChars < text.length ? { nextOffset: offset + maxChars } : {}),
        })),
      ),
});
