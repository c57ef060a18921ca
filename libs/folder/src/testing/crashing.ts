import { type FileOperations, fileOperations } from '../files/operations.js';

/** Simulates the end of the process: nothing after it reaches the disk. */
export class Crash extends Error {}

export interface CrashingOperations extends FileOperations {
  /** The number of steps started. */
  readonly steps: () => number;
}

/** A file system whose process ends at the step `at` that changes something, counted from one. */
export const createCrashingOperations = (at: number): CrashingOperations => {
  let count = 0;
  const step = async (work: () => Promise<void>, half: () => Promise<void> = () => Promise.resolve()) => {
    count += 1;
    if (count === at) await half();
    if (count >= at) throw new Crash(`ended at step ${at}`);
    await work();
  };
  return {
    ...fileOperations,
    steps: () => count,
    makeDirectory: (path) => step(() => fileOperations.makeDirectory(path)),
    writeNew: (path, text) =>
      step(
        () => fileOperations.writeNew(path, text),
        () => fileOperations.writeNew(path, text.slice(0, text.length / 2)),
      ),
    rename: (from, to) => step(() => fileOperations.rename(from, to)),
    remove: (path) => step(() => fileOperations.remove(path)),
    removeDirectory: (path) => step(() => fileOperations.removeDirectory(path)),
  };
};
