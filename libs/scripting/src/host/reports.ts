import type { Reported } from '../messages.js';

/**
 * Keeps what the guest tells while a handler runs, for a handler that does not come to its answer.
 * @param most UTF-16 units; what is told beyond is forgotten
 */
export const createReports = (most: number) => {
  let kept: Record<keyof Reported, string[]> = { logs: [], tests: [] };
  let size = 0;
  let calls = 0;
  return {
    /** A call begins. */
    begin: (): void => {
      calls += 1;
      size = 0;
      kept = { logs: [], tests: [] };
    },
    /** Of the call of that number, counted from 1; what arrives after its call has ended is not for the next. */
    add: (call: number, kind: keyof Reported, text: string): void => {
      size += text.length;
      if (call === calls && size <= most) kept[kind].push(text);
    },
    kept: (): Reported => kept,
  };
};
