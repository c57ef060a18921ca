import { struct, t } from '../codec/index.js';
import { hasFailed, PlannedRun, RunCounts, type RunReport } from './run.js';

/** Default number of stored run reports, and of requests in each. */
export const storedRunLimits = { runs: 50, requests: 10_000 } as const;

/** A stored run as shown in lists. */
export const RunSummary = struct(
  'a stored run',
  {
    id: t.string,
    startedAt: t.string,
    durationMs: t.number,
    isGreen: t.boolean,
    plan: PlannedRun,
    counts: RunCounts,
  },
  { name: t.string, isInterrupted: t.literal(true) },
);
export type RunSummary = t.TypeOf<typeof RunSummary>;

/** A report's summary for a list. */
export const toRunSummary = ({
  id,
  startedAt,
  durationMs,
  isGreen,
  plan,
  counts,
  name,
  isInterrupted,
}: RunReport): RunSummary => ({
  id,
  startedAt,
  durationMs,
  isGreen,
  plan,
  counts,
  ...(name === undefined ? {} : { name }),
  ...(isInterrupted === undefined ? {} : { isInterrupted }),
});

/** A report as stored, cut to the maximum number of requests. Failed ones come first. */
export const limitStoredReport = (report: RunReport, most: number = storedRunLimits.requests): RunReport => {
  const { requests } = report;
  if (requests.length <= most) return report;
  const red = requests.filter(hasFailed).slice(0, most);
  const kept = new Set([...red, ...requests.filter((one) => !hasFailed(one)).slice(0, most - red.length)]);
  return { ...report, requests: requests.filter((one) => kept.has(one)), isShortened: true };
};
