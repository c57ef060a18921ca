import type { ScriptLimits } from '../limits.js';
import type { HandlerReports } from '../messages.js';
import type { ScriptNames } from '../script-files.js';
import { createConsole } from './web/console.js';
import type { Cut } from './cut.js';
import { getLocation, toScriptError, getCurrentSite } from './script-error.js';
import { createTests, type TestTimers } from './tests/tests.js';

/** Sends a console line or test result as JSON immediately, in case the handler never finishes. */
export type SendReport = (call: number, kind: keyof HandlerReports, text: string) => void;

// Captured before the script runs, so that the reports do not depend on globals that the script changes.
const { stringify } = JSON;
const getRealTime = Date.now.bind(Date);

/** Sends console lines and test results to the host, with the number of their call. */
export const createReporter =
  (report: SendReport, call: () => number) =>
  (kind: keyof HandlerReports) =>
  (value: unknown): void => {
    try {
      report(call(), kind, stringify(value));
    } catch {
      // If the script has broken JSON for itself, these are only in its answer.
    }
  };

/** A script's reports: console lines, tests, and errors with their locations. */
export const createReports = (
  limits: ScriptLimits,
  now: () => number,
  cut: Cut,
  reportOf: ReturnType<typeof createReporter>,
  timers: TestTimers,
) => {
  let names: ScriptNames = [null];
  const reportScript = reportOf('scripts');
  /** Omitted if there is only the request's own script, which needs no name. */
  const begins = (script: string | null): void => {
    if (names.length > 1 || script !== null) reportScript(script);
  };
  const place = (error: Error): string => getLocation(names, error);
  return {
    terminal: createConsole(limits.consoleLines, limits.consoleBytes, now, cut, reportOf('logs')),
    tests: createTests(
      limits.tests,
      { now: getRealTime, cut, placeOf: place, timers, maxMs: Math.floor(limits.wallMs / 2) },
      reportOf('tests'),
    ),
    name: (given: ScriptNames): void => {
      names = given;
    },
    nameOf: (index: number): string | null => names[index] ?? null,
    begins,
    /** Called when the script before `index` has loaded. */
    loads: (index: number): void => {
      if (index < names.length) begins(names[index] ?? null);
    },
    siteOf: () => getCurrentSite(names),
    errorOf: (error: unknown, script: string | null) => toScriptError(error, cut, names, script),
  };
};
