import type { Cut } from './cut.js';
import { show } from './show.js';

const place = (stack: string): { readonly line?: number; readonly column?: number } => {
  const match = /script\.js:(\d+):(\d+)/.exec(stack);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : {};
};

/** The frames of the user's own script, and none of ours. */
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

/** What a script threw, as a person reads it: cut, with its place in the script. */
export const scriptErrorOf = (error: unknown, cut: Cut) => {
  try {
    if (!(error instanceof Error))
      return { code: 'SCRIPT_ERROR', message: cut(`thrown: ${show(error)}`, 2_000) };
    const stack = textAt(error, 'stack');
    const frames = ownStack(stack);
    const message = cut(`${textAt(error, 'name')}: ${textAt(error, 'message')}`, 2_000);
    return {
      code: 'SCRIPT_ERROR',
      message,
      ...place(stack),
      ...(frames === '' ? {} : { stack: cut(frames, 2_000) }),
    };
  } catch {
    return { code: 'SCRIPT_ERROR', message: 'thrown: [unreadable]' };
  }
};
