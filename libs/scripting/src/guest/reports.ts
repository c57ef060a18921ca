import type { ScriptSite } from '@tandem/core';

import type { ScriptLimits } from '../limits.js';
import type { HandlerReports } from '../messages.js';
import { findLocation, formatScriptLocation, replaceFileNames, type ScriptNames } from '../script-files.js';
import type { Cut } from './cut.js';
import { readScriptFrames, readScriptLine } from './stack.js';
import { show } from './tests/show.js';
import { createTests, type TestTimers } from './tests/tests.js';
import { createConsole } from './web/console.js';

/** The frames of a stack that belong to scripts. */
const getScriptFrames = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('script.js:'))
    .slice(0, 20)
    .join('\n');

const getErrorText = (error: Error, key: 'name' | 'message' | 'stack'): string => {
  const value: unknown = error[key];
  return typeof value === 'string' ? value : show(value);
};

/** The location of an error in the scripts, as text. Empty if it is unknown. */
const formatErrorLocation = (names: ScriptNames, error: Error): string =>
  formatScriptLocation(findLocation(names, getScriptFrames(readScriptFrames(error) ?? '')));

/** The script and line that are running now. Empty if they are unknown. Works even if the script has changed the globals. */
const getCurrentSite = (names: ScriptNames): ScriptSite => {
  try {
    const { script, line } = findLocation(names, `${readScriptLine()}:1`);
    return { ...(script === undefined ? {} : { script }), ...(line === undefined ? {} : { line }) };
  } catch {
    return {};
  }
};

/**
 * Describes the exception of a script, shortened and with its location.
 * @param running the script that was running, for an error without a location
 */
const toScriptError = (error: unknown, cut: Cut, names: ScriptNames, running: string | null) => {
  const from = running === null ? {} : { script: running };
  try {
    if (!(error instanceof Error))
      return { code: 'SCRIPT_ERROR', message: cut(`thrown: ${show(error)}`, 2_000), ...from };
    const frames = getScriptFrames(readScriptFrames(error) ?? getErrorText(error, 'stack'));
    const message = cut(`${getErrorText(error, 'name')}: ${getErrorText(error, 'message')}`, 2_000);
    return {
      code: 'SCRIPT_ERROR',
      message,
      ...(frames === '' ? from : findLocation(names, frames)),
      ...(frames === '' ? {} : { stack: cut(replaceFileNames(names, frames), 2_000) }),
    };
  } catch {
    return { code: 'SCRIPT_ERROR', message: 'thrown: [unreadable]', ...from };
  }
};

/** Sends a console line or a test result as JSON at once, because the handler may never finish. */
export type SendReport = (call: number, kind: keyof HandlerReports, text: string) => void;

// Taken before the script runs, so that a script which changes the globals does not affect the reports.
const { stringify } = JSON;
const getRealTime = Date.now.bind(Date);

/** Sends console lines and test results to the host, with the number of the call that they belong to. */
export const createReporter =
  (report: SendReport, call: () => number) =>
  (kind: keyof HandlerReports) =>
  (value: unknown): void => {
    try {
      report(call(), kind, stringify(value));
    } catch {
      // If the script has broken JSON, the host gets the reports only with the answer.
    }
  };

/** Creates the reports of scripts: console lines, tests, and errors with their locations. */
export const createReports = (
  limits: ScriptLimits,
  now: () => number,
  cut: Cut,
  reportOf: ReturnType<typeof createReporter>,
  timers: TestTimers,
) => {
  let names: ScriptNames = [null];
  const reportScript = reportOf('scripts');
  /** Names the script of the reports that follow. Does nothing if there is only the request's own script. */
  const begins = (script: string | null): void => {
    if (names.length > 1 || script !== null) reportScript(script);
  };
  const locateError = (error: Error): string => formatErrorLocation(names, error);
  return {
    terminal: createConsole(limits.consoleLines, limits.consoleBytes, now, cut, reportOf('logs')),
    tests: createTests(
      limits.tests,
      { now: getRealTime, cut, placeOf: locateError, timers, maxMs: Math.floor(limits.wallMs / 2) },
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
