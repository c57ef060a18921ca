import type { ScriptSite } from '@tandem/core';

import { findLocation, placeText, type ScriptNames, replaceFileNames } from '../script-files.js';
import type { Cut } from './cut.js';
import { show } from './tests/show.js';
import { readScriptFrames, readScriptLine } from './stack.js';

/** The frames of the user's script. */
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

/** The location of an error in the scripts as text; empty if unknown. */
export const getLocation = (names: ScriptNames, error: Error): string =>
  placeText(findLocation(names, getScriptFrames(readScriptFrames(error) ?? '')));

/** The running script and line; empty if unknown. Works even if the script changed the globals. */
export const getCurrentSite = (names: ScriptNames): ScriptSite => {
  try {
    const { script, line } = findLocation(names, `${readScriptLine()}:1`);
    return { ...(script === undefined ? {} : { script }), ...(line === undefined ? {} : { line }) };
  } catch {
    return {};
  }
};

/**
 * A script's exception, shortened and with its location.
 * @param running the running script, which is used for an error without a location
 */
export const toScriptError = (error: unknown, cut: Cut, names: ScriptNames, running: string | null) => {
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
