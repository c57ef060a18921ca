import { faultAt } from './fault.js';
import type { FolderLimits } from './limits.js';
import { isLight, perform, type ResultOf, type Task } from './task.js';
import { createThread } from './thread.js';

/** What a document may weigh to be worked on at once: a few milliseconds at the most. */
const lightest = 8_192;

/** How many documents of one run are worked on at once; a thread for the others is worth its start. */
const fewest = 100;

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
}

/** Work on the documents of one run. */
export const createDocuments = (
  limits: FolderLimits,
  { isReadOnly = false }: DocumentsOptions = {},
): Documents => {
  const thread = createThread(limits);
  const most = isReadOnly ? Infinity : fewest;
  let done = 0;
  return {
    limits,
    run: <T extends Task>(task: T) => {
      // Larger than any file may be: told without making it.
      if (task.do !== 'make' && Buffer.byteLength(task.text) > limits.fileBytes)
        return faultAt(1, 1, 'it is too large');
      if (isReadOnly && task.do === 'change') return task.text as ResultOf<T>;
      if (done < most && isLight(task, lightest)) {
        done += 1;
        return perform(task, limits) as ResultOf<T>;
      }
      const result = thread.run(task) as Promise<ResultOf<T>>;
      // Whoever waits for it gets the error; it may come before they do.
      result.catch(() => undefined);
      return result;
    },
    close: () => thread.close(),
  };
};
