import type { Output } from '@tandem/node/cli/commands';

import { handleRefusal, exitCodes } from './refusal.js';
import {
  formatPathPrefix,
  listFileProblems,
  listFileWarnings,
  listUnreadFiles,
  locateWorkspace,
  openLocated,
} from './run/locate.js';

/** Reads every file of a workspace folder, shows the errors, and returns the exit code. */
export const validateFolder = (folder: string | undefined, { out, error }: Output): Promise<number> =>
  handleRefusal(error, async () => {
    const located = await locateWorkspace(folder === undefined ? [] : [folder]);
    const opened = await openLocated(located, { env: process.env });
    await opened.close();
    for (const line of listUnreadFiles(opened.report, located)) error(line);
    for (const line of listFileWarnings(opened.report, located.root)) error(line);
    const problems = listFileProblems(opened.report, located.root);
    for (const problem of problems) error(`${problem}\n`);
    if (problems.length > 0) return exitCodes.unreadable;
    out(`${formatPathPrefix(located.root).slice(0, -1) || '.'} has no problems.\n`);
    return exitCodes.green;
  });
