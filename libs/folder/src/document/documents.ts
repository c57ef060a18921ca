import { toAppFields, toFileFields } from './body-files.js';
import { faultAt, isFault } from '../yaml/fault.js';
import type { FolderLimits } from '../yaml/limits.js';
import { isLight, perform, type ResultOf, type Task } from '../yaml/task.js';
import { createThread } from '../yaml/thread.js';

/** What a document may weigh to be worked on at once: a few milliseconds at the most. */
const lightest = 8_192;

/** How many documents of one run are read or changed at once; a thread for the others is worth its start. */
const minThreadDocuments = 100;

/** Work on documents that never holds others up: at once where it is little, else in another thread. */
export interface Documents {
  readonly limits: FolderLimits;
  readonly run: <T extends Task>(task: T) => ResultOf<T> | Promise<ResultOf<T>>;
  readonly close: () => Promise<void>;
}

/** How documents are worked on. */
export interface DocumentsOptions {
  /** Whether files stay as they are, so that no text is made for them, and nobody else waits for this thread; default false. */
  readonly isReadOnly?: boolean;
  /** The path of the data folder from the workspace; the documents say the paths of files from there. */
  readonly dataFolder: string;
}

/** A task on fields as the app has them, as one on those that files have. */
const taskInFile = <T extends Task>(task: T, dataFolder: string): T => {
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

/** What a task gave, with fields as the app has them. */
const resultInApp = <T extends Task>(result: ResultOf<T>, dataFolder: string): ResultOf<T> => {
  const given: ResultOf<Task> = result;
  if (typeof given === 'string' || isFault(given) || !('fields' in given)) return result;
  return { ...given, fields: toAppFields(given.fields, dataFolder) } as ResultOf<T>;
};

/** Work on the documents of one run. */
export const createDocuments = (
  limits: FolderLimits,
  { isReadOnly = false, dataFolder }: DocumentsOptions,
): Documents => {
  const thread = createThread(limits);
  const most = isReadOnly ? Infinity : minThreadDocuments;
  let done = 0;
  return {
    limits,
    run: <T extends Task>(given: T) => {
      // Larger than any file may be: told without making it.
      if (given.do !== 'make' && Buffer.byteLength(given.text) > limits.fileBytes)
        return faultAt(1, 1, 'it is too large');
      if (isReadOnly && given.do === 'change') return given.text as ResultOf<T>;
      const task = taskInFile(given, dataFolder);
      // Making one takes no longer than sending it to the thread and back.
      const isMade = task.do === 'make';
      if ((isMade || done < most) && isLight(task, lightest)) {
        if (!isMade) done += 1;
        return resultInApp<T>(perform(task, limits) as ResultOf<T>, dataFolder);
      }
      const result = (thread.run(task) as Promise<ResultOf<T>>).then((one) =>
        resultInApp<T>(one, dataFolder),
      );
      // Whoever waits for it gets the error; it may come before they do.
      result.catch(() => undefined);
      return result;
    },
    close: () => thread.close(),
  };
};
