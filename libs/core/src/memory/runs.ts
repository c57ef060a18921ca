import { toRunSummary } from '../runs/stored-run.js';
import { E } from '../fp.js';
import type { Runs } from '../ports/runs.js';
import { createIntegrityError, setEntry, type MemoryAccess, createNotFoundError } from './rows.js';

/** An in-memory repository of run reports. */
export const createMemoryRuns = ({ read, write }: MemoryAccess): Runs => ({
  add: (workspaceId, report, most) =>
    write((rows) => {
      const present = rows.runs.get(workspaceId) ?? [];
      if (!rows.workspaces.has(workspaceId) || present.some(({ id }) => id === report.id))
        return E.left(createIntegrityError('storing a run', 'the workspace is not there or the id is taken'));
      const kept = most === 0 ? [] : [...present, report].slice(-most);
      return E.right([undefined, { ...rows, runs: setEntry(rows.runs, workspaceId, kept) }]);
    }),
  list: (workspaceId) =>
    read((rows) => E.right((rows.runs.get(workspaceId) ?? []).map(toRunSummary).reverse())),
  get: (workspaceId, id) =>
    read((rows) => {
      const found = rows.runs.get(workspaceId)?.find((one) => one.id === id);
      return found === undefined ? E.left(createNotFoundError('run', id)) : E.right(found);
    }),
});
