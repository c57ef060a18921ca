import type { Cut } from './cut.js';
import { show } from './show.js';
import { framesOfScript } from './stack.js';

/** The location at the top of a stack. */
const placeIn = (stack: string): { readonly line?: number; readonly column?: number } => {
  const match = /script\.js:(\d+):(\d+)/.exec(stack);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : {};
};

/** The frames of the user's script. */
const ownStack = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('script.js:'))
    .slice(0, 20)
    .join('\n');

const textAt = (error: Error, key: 'name' | 'message' | 'stack'): string => {
  const value: unknown = error[key];
  return typeof value === 'string' ? value : show(value);
};

/** The location of an error in the script as text; empty if unknown. */
export const placeText = (error: Error): string => {
  const { line, column } = placeIn(ownStack(framesOfScript(error) ?? ''));
  return line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`;
};

/** What a script threw, shortened and with its location in the script. */
export const scriptErrorOf = (error: unknown, cut: Cut) => {
  try {
    if (!(error instanceof Error))
      return { code: 'SCRIPT_ERROR', message: cut(`thrown: ${show(error)}`, 2_000) };
    const frames = ownStack(framesOfScript(error) ?? textAt(error, 'stack'));
    const message = cut(`${textAt(error, 'name')}: ${textAt(error, 'message')}`, 2_000);
    return {
      code: 'SCRIPT_ERROR',
      message,
      ...placeIn(frames),
      ...(frames === '' ? {} : { stack: cut(frames, 2_000) }),
    };
  } catch {
    return { code: 'SCRIPT_ERROR', message: 'thrown: [unreadable]' };
  }
};
