import type { HandlerReports } from '../messages.js';

const createEmptyReports = (): Record<keyof HandlerReports, string[]> => ({
  logs: [],
  tests: [],
  scripts: [],
});

/**
 * Stores the running handler's reports, in case it does not finish.
 * @param most UTF-16 units; further reports are dropped
 */
export const createReports = (most: number) => {
  let kept = createEmptyReports();
  let size = 0;
  let calls = 0;
  return {
    /** Called when a call begins. */
    begin: (): void => {
      calls += 1;
      size = 0;
      kept = createEmptyReports();
    },
    /** Adds a report of a call, counted from 1. Late reports of an ended call are dropped. */
    add: (call: number, kind: keyof HandlerReports, text: string): void => {
      size += text.length;
      if (call === calls && size <= most) kept[kind].push(text);
    },
    kept: (): HandlerReports => kept,
  };
};
