import { type Body, isInlineFile } from '@tandem/core';

import type { FolderLimits } from '../yaml/limits.js';
import { createFault, isFault } from '../yaml/parse.js';
import { isLight, runTask, type ResultOf, type Task } from '../yaml/task.js';
import { createThread } from '../yaml/thread.js';
import type { SomeFields } from './fields.js';

/** Changes the file paths in a body. Inline content has no path and stays unchanged. */
const mapBodyFiles = (body: Body, changePath: (file: string) => string): Body => {
  const change = (file: string): string => (isInlineFile(file) ? file : changePath(file));
  if (body.type === 'binary') return { ...body, file: change(body.file) };
  if (body.type !== 'multipart') return body;
  return {
    ...body,
    parts: body.parts.map((part) => ('file' in part ? { ...part, file: change(part.file) } : part)),
  };
};

const mapFiles = <F extends SomeFields>(fields: F, change: (file: string) => string): F =>
  fields.body === undefined ? fields : { ...fields, body: mapBodyFiles(fields.body, change) };

/** A workspace path relative to its data folder `name`. */
const toFolderPath = (name: string, file: string): string => {
  if (name === '') return file;
  const below = file.slice(name.length + 1);
  return file.startsWith(`${name}/`) && !below.startsWith('../') ? below : `../${file}`;
};

/** The inverse of {@link toFolderPath}. */
const toWorkspacePath = (name: string, path: string): string => {
  if (name === '') return path;
  return path.startsWith('../') ? path.slice(3) : `${name}/${path}`;
};

/** Request fields as stored in a file: file paths are relative to the data folder. */
const toFileFields = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  mapFiles(fields, (file) => toFolderPath(dataFolder, file));

/** Request fields as stored in the app: file paths are relative to the workspace. */
const toAppFields = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  mapFiles(fields, (file) => toWorkspacePath(dataFolder, file));

/** Maximum number of characters in a document that is processed in this thread, which takes at most a few milliseconds. */
const maxInlineWeight = 8_192;

/** Number of documents of one synchronization from which on another thread processes them. */
const minThreadDocuments = 100;

/** Processes documents without blocking other work: small ones in this thread, the others in another thread. */
export interface Documents {
  readonly limits: FolderLimits;
  readonly run: <T extends Task>(task: T) => ResultOf<T> | Promise<ResultOf<T>>;
  readonly close: () => Promise<void>;
}

/** How documents are processed. */
export interface DocumentsOptions {
  /**
   * If true, a document that would change keeps its text, and documents are processed in this thread, because nothing else waits for it.
   * Default: false.
   */
  readonly isReadOnly?: boolean;
  /** The path of the data folder from the workspace; file paths in documents are relative to it. */
  readonly dataFolder: string;
}

/** Converts a task on the app's fields to one on the file's fields. */
const toFileTask = <T extends Task>(task: T, dataFolder: string): T => {
  const given: Task = task;
  switch (given.do) {
    case 'change': {
      const present = { ...given.present, fields: toFileFields(given.present.fields, dataFolder) };
      const fields = toFileFields(given.wanted.fields, dataFolder);
      return { ...given, present, wanted: { ...given.wanted, fields } } as T;
    }
    case 'make':
      return {
        ...given,
        entity: { ...given.entity, fields: toFileFields(given.entity.fields, dataFolder) },
      } as T;
    case 'read':
    case 'manifest':
      return task;
  }
};

/** Converts a task's result to the app's fields. */
const toAppResult = <T extends Task>(result: ResultOf<T>, dataFolder: string): ResultOf<T> => {
  const given: ResultOf<Task> = result;
  if (typeof given === 'string' || isFault(given) || !('fields' in given)) return result;
  return { ...given, fields: toAppFields(given.fields, dataFolder) } as ResultOf<T>;
};

/** Creates the document processing of one synchronization. */
export const createDocuments = (
  limits: FolderLimits,
  { isReadOnly = false, dataFolder }: DocumentsOptions,
): Documents => {
  const thread = createThread(limits);
  const maxInlineDocuments = isReadOnly ? Infinity : minThreadDocuments;
  let done = 0;
  return {
    limits,
    run: <T extends Task>(given: T) => {
      // A file that exceeds the size limit is refused without being processed.
      if (given.do !== 'make' && Buffer.byteLength(given.text) > limits.fileBytes)
        return createFault(1, 1, 'it is too large');
      if (isReadOnly && given.do === 'change') return given.text as ResultOf<T>;
      const task = toFileTask(given, dataFolder);
      // Generating a small document takes no longer than sending it to the thread and back.
      const isMade = task.do === 'make';
      if ((isMade || done < maxInlineDocuments) && isLight(task, maxInlineWeight)) {
        if (!isMade) done += 1;
        return toAppResult<T>(runTask(task, limits) as ResultOf<T>, dataFolder);
      }
      const result = (thread.run(task) as Promise<ResultOf<T>>).then((one) =>
        toAppResult<T>(one, dataFolder),
      );
      // The caller gets the error when it awaits the promise; this avoids an unhandled rejection before that.
      result.catch(() => undefined);
      return result;
    },
    close: () => thread.close(),
  };
};
