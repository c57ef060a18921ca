import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A report file that appears only when complete: a killed run leaves the previous file unchanged. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Replaces the file with what was written, or drops it if the report is incomplete. */
  readonly close: (isWhole: boolean) => Promise<void>;
}

/** The file at the end of a path, and whether it can be replaced: pipes and devices are written to directly. */
const resolveTarget = async (
  path: string,
): Promise<{ readonly file: string; readonly isReplaced: boolean }> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { file: path, isReplaced: true };
  return { file: await realpath(path), isReplaced: found.isFile() };
};

const getPartialName = (file: string, pid: string): string => `.${basename(file)}.${pid}.tmp`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without permission to signal it, the process is still running.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Removes what killed runs left beside a report. */
const removeLeftovers = async (file: string): Promise<void> => {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  const isLeftover = (name: string): boolean => {
    const [pid] = /(?<=\.)\d+(?=\.tmp$)/.exec(name) ?? [];
    return pid !== undefined && name === getPartialName(file, pid) && !isRunning(Number(pid));
  };
  await Promise.all(names.filter(isLeftover).map((name) => rm(join(folder, name), { force: true })));
};

/** Opens a file for a report and creates its folders. */
export const openReportFile = async (path: string): Promise<ReportFile> => {
  await mkdir(dirname(path), { recursive: true });
  const { file, isReplaced } = await resolveTarget(path);
  if (isReplaced) await removeLeftovers(file);
  const beside = isReplaced ? join(dirname(file), getPartialName(file, String(process.pid))) : file;
  const stream = createWriteStream(beside);
  await once(stream, 'open');
  const done = finished(stream);
  // Reported by `close`; nothing awaits it before.
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
