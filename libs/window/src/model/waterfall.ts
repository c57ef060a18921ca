import { ownValue } from '@tandem/core/codec';
import type { SentRequest } from '@tandem/core';

import type { StepTime } from './runs.js';

/** A line of the waterfall. Times are in milliseconds. */
export interface WaterfallLine {
  readonly title: string;
  readonly ms: number;
  readonly before: number;
  /** Whether it is a part of the line above, in the network. */
  readonly isPart: boolean;
}

const titles: Readonly<Record<string, string>> = {
  needs: 'Run what it needs',
  interpolate: 'Resolve variables',
  auth: 'Auth',
  send: 'Send and receive',
  persist: 'Save variables',
};

/** What happened in the network, in its order: each redirect, then the parts of the last request. */
export const networkParts = ({
  redirects = [],
  times,
}: Pick<SentRequest, 'redirects' | 'times'>): readonly StepTime[] => {
  const parts: readonly (readonly [string, number | undefined])[] = [
    ...redirects.map(({ status, method, time }) => [`${status} of ${method}`, time] as const),
    ['DNS lookup', times?.dns],
    ['Connect', times?.connect],
    ['TLS handshake', times?.tls],
    ['Wait for the response', times?.waiting],
    ['Download', times?.download],
  ];
  return parts.flatMap(([name, ms]) => (ms === undefined ? [] : [{ name, ms }]));
};

const placed = (steps: readonly StepTime[], from: number, isPart: boolean): readonly WaterfallLine[] => {
  let before = from;
  return steps.map(({ name, ms }) => {
    const line = { title: ownValue(titles, name) ?? name, ms, before, isPart };
    before += ms;
    return line;
  });
};

/** The steps of a run, with the parts of the network below theirs; without steps, those parts alone. */
export const waterfall = (
  steps: readonly StepTime[],
  parts: readonly StepTime[],
): readonly WaterfallLine[] => {
  if (steps.length === 0) return placed(parts, 0, false);
  const lines = placed(steps, 0, false);
  return steps.flatMap(({ name }, at) => {
    const line = lines[at] as WaterfallLine;
    return name === 'send' ? [line, ...placed(parts, line.before, true)] : [line];
  });
};
