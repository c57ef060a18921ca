import {
  type AnyRequest,
  type AppError,
  type AppResult,
  createInvalidInput,
  createTurns,
  cutFields,
  cutTextAt,
  type DocumentFormat,
  documentFormats,
  environmentRef,
  type ExportContent,
  type LeftOut,
  type Ports,
  replaceMarkersByVariables,
  workspaceRef,
} from '@tandem/core';
import { Int, integer, oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { listGeneratedTokens } from '@tandem/core/dynamic';
import { pipe, TE } from '@tandem/core/fp';
import { type CodeLanguage, codeLanguages } from '@tandem/execution';

import { operation, readEffects } from '../operation.js';
import { writeCode } from '../requests/request-as-code.js';
import { writeCurl } from '../requests/request-as-curl.js';
import { copyRequestAsText, loadCopyContext } from '../requests/request-as-text.js';
import {
  describeDeletedRequest,
  exportContent,
  type ExportSelection,
  loadRequestsById,
  type WantedExecutions,
} from './export-content.js';

/** The code that sends one request. */
interface Program {
  /** The folder and name of the request. */
  readonly path: string;
  readonly text: string;
}

type Join = (programs: readonly Program[]) => string;

const toSingleLine = (text: string): string =>
  text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('?>', '? >');

const indentText = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');

/** Joins the code of several requests into one program: the imports, then a block for each request, so that each has its own constants. */
const joinAsBlocks =
  (start: string): Join =>
  (programs) =>
    `${start}${programs
      .map(({ path, text }) => `// ${toSingleLine(path)}\n{\n${indentText(text.slice(start.length))}\n}\n`)
      .join('\n')}`;

const joinInSequence =
  (start: string): Join =>
  (programs) =>
    `${start}${programs.map(({ path, text }) => `# ${toSingleLine(path)}\n${text.slice(start.length)}`).join('\n')}`;

const joins: Readonly<Partial<Record<CodeLanguage | 'curl', Join>>> = {
  curl: (programs) =>
    `#!/usr/bin/env bash\n\n${programs.map(({ path, text }) => `# ${toSingleLine(path)}\n${text}\n`).join('\n')}`,
  fetch: joinAsBlocks(''),
  axios: joinAsBlocks("import axios from 'axios';\n\n"),
  requests: joinInSequence('import requests\n\n'),
  httpx: joinInSequence('import httpx\n\n'),
  php: joinInSequence('<?php\n\n'),
  ruby: joinInSequence("require 'net/http'\nrequire 'openssl'\n\n"),
};

/** Joins the code of several requests into one program. Undefined if the language has one program for each request. */
const joinPrograms = (format: CodeLanguage | 'curl', programs: readonly Program[]): string | undefined => {
  const [only] = programs;
  if (only !== undefined && programs.length === 1 && format !== 'curl') return only.text;
  return joins[format]?.(programs);
};

/** The code of the requests, and those for which none can be generated. */
interface CopiedRequests {
  readonly programs: readonly Program[];
  readonly leftOut: readonly LeftOut[];
}

/** Writes requests as curl commands or code, each as if copied on its own, with the names of secrets instead of their values. */
const copyRequests = (
  ports: Ports,
  format: CodeLanguage | 'curl',
  selection: ExportSelection,
  requests: readonly AnyRequest[],
): AppResult<CopiedRequests> =>
  pipe(
    loadCopyContext(ports, selection),
    TE.bindTo('copyContext'),
    TE.bind('saved', ({ copyContext: { workspace } }) =>
      loadRequestsById(
        ports,
        workspace,
        requests.map(({ id }) => id),
      ),
    ),
    TE.flatMapTask(({ copyContext, saved }) => async () => {
      const write = format === 'curl' ? writeCurl : writeCode(format);
      const turns = createTurns();
      const programs: Program[] = [];
      const leftOut: LeftOut[] = [];
      for (const { id, name, folder } of requests) {
        const request = saved.get(id);
        const path = folder === '' ? name : `${folder}/${name}`;
        if (request === undefined) {
          leftOut.push(describeDeletedRequest(path));
          continue;
        }
        const { text, problem, hasScript } = await copyRequestAsText(ports, write, copyContext, request);
        if (text === null)
          leftOut.push({ place: path, what: `the request: ${problem ?? 'nothing to copy'}` });
        else programs.push({ path, text: replaceMarkersByVariables(text) });
        for (const written of listGeneratedTokens(text ?? ''))
          leftOut.push({ place: path, what: `the value of ${written}, which is sent as written` });
        if (hasScript) leftOut.push({ place: path, what: 'its scripts' });
        await turns();
      }
      return { programs, leftOut };
    }),
  );

/** The export formats: a document, curl commands, or code in a language. */
export type ExportFormat = DocumentFormat | 'curl' | CodeLanguage;

/** Every export format. */
export const exportFormats: readonly ExportFormat[] = [...documentFormats, 'curl', ...codeLanguages];

/** The file name extension and media type of a format. */
interface FileKind {
  readonly ending: string;
  readonly type: string;
}

const json = 'application/json';
const javascript = { ending: 'mjs', type: 'text/javascript' };
const python = { ending: 'py', type: 'text/x-python' };

const fileKinds: Readonly<Record<ExportFormat, FileKind>> = {
  openapi: { ending: 'openapi.json', type: json },
  html: { ending: 'html', type: 'text/html' },
  har: { ending: 'har', type: json },
  k6: { ending: 'k6.js', type: 'text/javascript' },
  postman: { ending: 'postman_collection.json', type: json },
  curl: { ending: 'sh', type: 'application/x-sh' },
  fetch: javascript,
  axios: javascript,
  requests: python,
  httpx: python,
  go: { ending: 'go', type: 'text/x-go' },
  java: { ending: 'java', type: 'text/x-java' },
  csharp: { ending: 'cs', type: 'text/x-csharp' },
  php: { ending: 'php', type: 'application/x-php' },
  ruby: { ending: 'rb', type: 'text/x-ruby' },
};

const isDocumentFormat = (format: ExportFormat): format is DocumentFormat =>
  (documentFormats as readonly string[]).includes(format);

/** The stored executions that a document of each format contains. */
const executionsByFormat: Readonly<Record<DocumentFormat, WantedExecutions>> = {
  openapi: 'answers',
  html: 'answers',
  har: 'all',
  k6: 'none',
  postman: 'none',
};

/** The file name for a format, without characters that file systems refuse, and not beginning like a flag on a command line. */
const toFileName = (name: string, format: ExportFormat): string => {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, '-')
    .trim()
    .replace(/^[. -]+|[. ]+$/g, '')
    .slice(0, 80);
  return `${safe === '' ? 'export' : safe}.${fileKinds[format].ending}`;
};

/** How many UTF-16 units of text one call returns. */
const exportTextLimits = { default: 65_536, maximum: 32 * 1024 * 1024 } as const;

/** How many of the omitted items a call lists. The count includes the others. */
const maxListedLeftOut = 200;

const Format = oneOf(...(exportFormats as readonly [ExportFormat, ...ExportFormat[]]));

const RenderExportArguments = struct(
  'exports_render arguments',
  { format: withDescription(Format, 'A document, curl, or the client of a language') },
  {
    workspaceId: workspaceRef,
    ids: withDescription(
      t.readonlyArray(t.string, 'a list of request ids, paths or names'),
      'These requests',
    ),
    folder: withDescription(
      t.string,
      'Instead of ids; all in it and below, or everything if both are omitted',
    ),
    environment: withDescription(environmentRef, 'Id or name; by default the active one'),
    offset: withDescription(integer(0), 'First character; a nextOffset'),
    maxChars: withDescription(integer(1, exportTextLimits.maximum), 'Characters, default 65536'),
  },
);
type RenderExportArguments = t.TypeOf<typeof RenderExportArguments>;

export const RenderedExport = struct(
  'an exported document',
  {
    format: Format,
    file: withDescription(t.string, 'A name for its file'),
    type: withDescription(t.string, 'Its media type'),
    text: t.string,
    size: withDescription(Int, 'Characters of the whole text'),
    counts: struct('counts of an export', { requests: Int, leftOut: Int }),
    leftOut: withDescription(
      t.readonlyArray(struct('what was left out', { place: t.string, what: t.string })),
      'What has no counterpart, the first 200',
    ),
  },
  { truncated: cutFields.truncated, nextOffset: cutFields.nextOffset },
);
export type RenderedExport = t.TypeOf<typeof RenderedExport>;

/** The complete text of requests in a format. */
export interface ExportedFile {
  readonly format: ExportFormat;
  readonly file: string;
  readonly type: string;
  readonly text: string;
  readonly requests: number;
  readonly leftOut: readonly LeftOut[];
}

/** The requests to export, and the format. */
export interface ExportWanted extends Omit<ExportSelection, 'executions'> {
  readonly format: ExportFormat;
}

const createFormatError = (problem: string, format: ExportFormat): AppError =>
  createInvalidInput('format', problem, { expected: `one of ${exportFormats.join(', ')}`, got: format });

/** The title: the name of the request if there is only one, otherwise the name of the workspace. */
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
    const executions = isDocumentFormat(format) ? executionsByFormat[format] : 'none';
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
  arguments: RenderExportArguments,
  result: RenderedExport,
  effects: readEffects,
  useCase: 'exports.render',
  run:
    ({ ports }) =>
    ({
      ids,
      folder,
      offset = 0,
      maxChars = exportTextLimits.default,
      ...wanted
    }: RenderExportArguments): AppResult<RenderedExport> =>
      pipe(
        exportDocument(ports)({
          ...wanted,
          select: ids === undefined ? { folders: [folder ?? ''] } : { ids },
        }),
        TE.map(({ format, file, type, text, requests, leftOut }) => {
          const part = cutTextAt(text, maxChars, offset);
          return {
            format,
            file,
            type,
            text: part.text,
            size: text.length,
            counts: { requests, leftOut: leftOut.length },
            leftOut: leftOut.slice(0, maxListedLeftOut),
            ...part.extent,
          };
        }),
      ),
});
