import { findLocation, type ScriptNames, replaceFileNames } from '../script-files.js';

/** Describes an error of a script's module as the guest would, unshortened and without our frames or paths. */
export const describeError = (error: unknown, names: ScriptNames) => {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  if (message === undefined) return { code: 'SCRIPT_ERROR', message: `thrown: ${String(error)}` };
  const text = typeof message === 'string' ? message : 'a value that is not an error';
  const frames = String(stack)
    .split('\n')
    .filter((line) => line.trim().startsWith('at ') && line.includes('script.js:'));
  const said = findLocation(names, text);
  const at = said.line === undefined ? findLocation(names, frames.join('\n')) : said;
  const plain = text.replace(/\s*\[[^[\]]*:\d+:\d+\]$/, '');
  return {
    code: 'SCRIPT_ERROR',
    message: `${typeof name === 'string' ? name : 'Error'}: ${plain}`,
    ...at,
    ...(frames.length > 0 ? { stack: replaceFileNames(names, frames.slice(0, 20).join('\n')) } : {}),
  };
};
