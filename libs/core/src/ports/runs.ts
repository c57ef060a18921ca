import type { AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { RunReport } from '../runs/run.js';
import type { RunSummary } from '../runs/stored-run.js';

/** The stored run reports, with their secrets hidden. */
export interface Runs {
  /** Stores a report and drops all but the newest `most` of its workspace. */
  readonly add: (workspaceId: WorkspaceId, report: RunReport, most: number) => AppResult<void>;
  /** Newest first, without unreadable ones. */
  readonly list: (workspaceId: WorkspaceId) => AppResult<readonly RunSummary[]>;
  readonly get: (workspaceId: WorkspaceId, id: string) => AppResult<RunReport>;
}

/** The formats of run reports. */
export const reportFormats = ['spec', 'dot', 'json', 'junit', 'html', 'github', 'tap'] as const;
/** A format of run reports. */
export type ReportFormat = (typeof reportFormats)[number];

/** Writes run reports. */
export interface Reports {
  readonly render: (format: ReportFormat, report: RunReport) => Promise<string>;
}
