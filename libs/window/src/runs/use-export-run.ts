import type { ReportFormat } from '@tandem/core';

import { saveFile } from '../kit/index.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { formats, runFileName } from './run-file.js';
import { useSay } from '../shell/notices/said.js';
import { renderRun } from './use-stored-runs.js';

/** Saves the report of a run as a file in a format of the reporters, and says so. */
export const useExportRun = () => {
  const link = useLink();
  const say = useSay();
  return async (id: string, startedAt: string, format: ReportFormat): Promise<void> => {
    const name = runFileName(startedAt, format);
    try {
      saveFile(name, new Blob([await renderRun(link, id, format)], { type: formats[format].type }));
      say(`Saved ${name}.`);
    } catch (error) {
      say(`Not saved: ${describeProblem(error)}`);
    }
  };
};
