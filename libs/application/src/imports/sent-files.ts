import { type AppResult, type Body, type ImportedRequest, type Ports, type Workspace } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { ImportResult } from './import-arguments.js';

/** A file that an imported request sends. */
type SentFile = NonNullable<ImportResult['files']>[number];

const listBodyFiles = (body: Body): readonly string[] => {
  if (body.type === 'binary') return [body.file];
  return body.type === 'multipart'
    ? body.parts.flatMap((part) => ('file' in part && part.enabled ? [part.file] : []))
    : [];
};

const isOutside = (file: string): boolean =>
  /^(?:[/\\~]|[a-z]:)/i.test(file) || file.split(/[/\\]/).includes('..');

const workspaceFiles = new Set(['opencollection.yml', 'folder.yml']);

/** Whether an import may copy a file to this path: it is inside the workspace's folder, and not a file of the workspace itself. */
export const canBeCopied = (path: string): boolean => {
  const names = path.split('/');
  return (
    names.every((name) => name !== '' && !name.startsWith('.') && !/[\\:]|\{\{/.test(name)) &&
    names[0] !== 'tandem' &&
    !workspaceFiles.has(names.at(-1) ?? '')
  );
};

/** Says what a person has to do about a file that the workspace's folder lacks. */
const describeFile = (file: string): string => {
  if (file.includes('{{'))
    return `sends the file ${file}; see that the variable leads to a file in the workspace's folder`;
  return isOutside(file)
    ? `sends the file ${file}, which is outside the workspace's folder; copy it there, and choose it in the body`
    : `sends the file ${file}, which is not in the workspace's folder; copy it there, or choose another in the body`;
};

/** The path as a request states it: relative to the workspace's folder. */
const toFilePath = (file: string): string => file.replace(/^(?:\.\/)+/, '');

/** Lists the files that requests send, each file once for a request. */
export const listSentFiles = (
  requests: readonly ImportedRequest[],
  placeOf: (at: number) => string,
): readonly SentFile[] =>
  requests.flatMap((request, at) => {
    const files = 'body' in request ? listBodyFiles(request.body) : [];
    return [...new Set(files.filter((file) => file.trim() !== '').map(toFilePath))].map((file) => ({
      file,
      place: placeOf(at),
      what: describeFile(file),
    }));
  });

/** Whether the workspace's folder contains no such file, so that a request which sends it would fail. */
const isMissing =
  ({ requestFiles }: Pick<Ports, 'requestFiles'>, { path }: Workspace) =>
  (file: string): AppResult<boolean> =>
    file.includes('{{') || isOutside(file)
      ? TE.right(true)
      : pipe(
          requestFiles.checkNew(path, file),
          TE.match(
            () => false,
            () => true,
          ),
          TE.fromTask,
        );

/** Keeps only those of the result's files that the workspace's folder lacks. */
export const keepMissingFiles =
  (ports: Pick<Ports, 'requestFiles'>, workspace: Workspace) =>
  (result: ImportResult): AppResult<ImportResult> => {
    const { files, ...others } = result;
    if (files === undefined) return TE.right(result);
    return pipe(
      [...new Set(files.map(({ file }) => file))],
      TE.traverseSeqArray((file) =>
        pipe(
          isMissing(ports, workspace)(file),
          TE.map((missing) => (missing ? [file] : [])),
        ),
      ),
      TE.map((lists) => {
        const names = new Set(lists.flat());
        const missing = files.filter(({ file }) => names.has(file));
        return missing.length === 0 ? others : { ...others, files: missing };
      }),
    );
  };
