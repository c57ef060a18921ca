import type { RunEntry, RunEvent, RunStart } from '@tandem/core';
import { parseJson } from '@tandem/core/codec';

/** An event of a run as the page receives it. */
export type ReceivedEvent = Exclude<RunEvent, { readonly kind: 'ended' }>;

/** The received part of a run. */
export interface RunProgress {
  readonly start: RunStart | undefined;
  readonly entries: readonly RunEntry[];
  /** The paths of the running requests. */
  readonly current: readonly string[];
}

export const nothingReceived: RunProgress = { start: undefined, entries: [], current: [] };

/** Parses events from chunks of text: each is a line of JSON, which may be split across chunks. */
export const createEventReader = (): ((text: string) => readonly ReceivedEvent[]) => {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '').map((line) => parseJson(line) as ReceivedEvent);
  };
};

const removePath = (paths: readonly string[], path: string): readonly string[] => {
  const at = paths.indexOf(path);
  return at < 0 ? paths : paths.filter((_, index) => index !== at);
};

/** Applies events. A skipped request ends without having started. */
export const applyEvents = (before: RunProgress, events: readonly ReceivedEvent[]): RunProgress => {
  const entries = [...before.entries];
  let { start, current } = before;
  for (const event of events) {
    if (event.kind === 'started') start = event.run;
    else if (event.kind === 'request-started') current = [...current, event.entry.path];
    else {
      current = removePath(current, event.entry.path);
      entries.push(event.entry);
    }
  }
  return { start, entries, current };
};

/** How many requests a run executes, if known. */
export const countPlannedExecutions = ({ start, entries }: RunProgress): number => {
  if (start === undefined) return 0;
  const { requests, iterations, environments } = start.plan;
  return Math.max(requests * iterations * environments.length, entries.length);
};
