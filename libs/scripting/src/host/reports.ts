import type { Reported } from '../messages.js';

const nothing = (): Record<keyof Reported, string[]> => ({ logs: [], tests: [], scripts: [] });

/**
 * Stores the reports of the running handler, in case it does not finish.
 * @param most UTF-16 units; further reports are dropped
 */
export const createReports = (most: number) => {
  let kept = nothing();
  let size = 0;
  let calls = 0;
  return {
    /** Called when a call begins. */
    begin: (): void => {
      calls += 1;
      size = 0;
      kept = nothing();
    },
    /** Adds a report of a call, counted from 1. Reports that arrive after their call has ended are dropped. */
    add: (call: number, kind: keyof Reported, text: string): void => {
      size += text.length;
      if (call === calls && size <= most) kept[kind].push(text);
    },
    kept: (): Reported => kept,
  };
};
