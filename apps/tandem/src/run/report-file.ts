import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A file for a report. It is there when it is whole: a run that is killed leaves the file as it was before. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Puts what was written in the place of the file, or drops it if the report is not whole. */
  readonly close: (isWhole: boolean) => Promise<void>;
}

/** The file that a path leads to, and whether it can be replaced: a pipe or a device is written to. */
const targetOf = async (path: string): Promise<{ readonly file: string; readonly isReplaced: boolean }> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { file: path, isReplaced: true };
  return { file: await realpath(path), isReplaced: found.isFile() };
};

const partialName = (file: string, pid: string): string => `.${basename(file)}.${pid}.tmp`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without the permission to send it a signal, it runs all the same.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Removes what runs that were killed have left beside a report. */
const removeLeftovers = async (file: string): Promise<void> => {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  const isLeftover = (name: string): boolean => {
    const [pid] = /(?<=\.)\d+(?=\.tmp$)/.exec(name) ?? [];
    return pid !== undefined && name === partialName(file, pid) && !isRunning(Number(pid));
  };
  await Promise.all(names.filter(isLeftover).map((name) => rm(join(folder, name), { force: true })));
};

/** Opens a file for a report, whose folders are made. */
export const openReportFile = async (path: string): Promise<ReportFile> => {
  await mkdir(dirname(path), { recursive: true });
  const { file, isReplaced } = await targetOf(path);
  if (isReplaced) await removeLeftovers(file);
  const beside = isReplaced ? join(dirname(file), partialName(file, String(process.pid))) : file;
  const stream = createWriteStream(beside);
  await once(stream, 'open');
  const done = finished(stream);
  // Reported by `close`; until then nobody waits for it.
  done.catch(() => undefined);
  return {
    write: (text) => void stream.write(text),
    close: async (isWhole) => {
      stream.end();
      try {
        await done;
        if (isReplaced && isWhole) await rename(beside, file);
      } finally {
        if (isReplaced) await rm(beside, { force: true });
      }
    },
  };
};

/** Writes a whole report to a file. */
export const writeReportFile = async (path: string, text: string): Promise<void> => {
  const file = await openReportFile(path);
  file.write(text);
  await file.close(true);
};
