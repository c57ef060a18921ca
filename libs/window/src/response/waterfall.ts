import { getOwnValue } from '@tandem/core/codec';
import type { SentRequest, Connection, Pair } from '@tandem/core';

import type { StepTime } from '../requests/sending/runs.js';

/** What is known of a connection, line for line. */
export const toConnectionRows = ({
  protocol,
  reused,
  remoteAddress,
  proxy,
  tls,
}: Connection): readonly Pair[] => {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Protocol', protocol],
    ['Connection', reused ? 'reused' : 'new'],
    ['Proxy', proxy],
    [proxy === undefined ? 'Address' : 'Address of the proxy', remoteAddress],
    ['TLS', tls && `${tls.version}, ${tls.cipher}`],
    ['Certificate', tls?.subject],
    ['Issued by', tls?.issuer],
    ['Valid until', tls?.validTo],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value, enabled: true }] : []));
};

/** A line of the waterfall. Times are in milliseconds. */
export interface WaterfallLine {
  readonly title: string;
  readonly ms: number;
  readonly before: number;
  /** Whether it is a network phase of the line above. */
  readonly isPart: boolean;
}

const titles: Readonly<Record<string, string>> = {
  needs: 'Run dependencies',
  interpolate: 'Resolve variables',
  auth: 'Auth',
  send: 'Send and receive',
  persist: 'Save variables',
};

/** A rest that is shorter than this is not shown, in milliseconds: durations are rounded to it. */
const minRestMs = 0.1;

const sumDurations = (parts: readonly StepTime[]): number => parts.reduce((sum, { ms }) => sum + ms, 0);

/** The parts of a time, with what they leave of it under a name of its own. */
const addRest = (parts: readonly StepTime[], name: string, totalMs: number): readonly StepTime[] => {
  const ms = totalMs - sumDurations(parts);
  return parts.length === 0 || ms < minRestMs ? parts : [{ name, ms }, ...parts];
};

/**
 * What happened in the network, in its order: each redirect, then the parts of the last request. With `networkMs`, they add up to
 * that: a request may have waited for a free connection, or been sent for a while.
 */
export const listNetworkParts = (
  { redirects = [], times }: Pick<SentRequest, 'redirects' | 'times'>,
  networkMs = 0,
): readonly StepTime[] => {
  const parts: readonly (readonly [string, number | undefined])[] = [
    ...redirects.map(({ status, method, time }) => [`${status} of ${method}`, time] as const),
    ['DNS lookup', times?.dns],
    ['Connect', times?.connect],
    ['TLS handshake', times?.tls],
    ['Wait for the response', times?.waiting],
    ['Download', times?.download],
  ];
  const known = parts.flatMap(([name, ms]) => (ms === undefined ? [] : [{ name, ms }]));
  return addRest(known, 'Wait to send', networkMs);
};

const toWaterfallLines = (
  steps: readonly StepTime[],
  from: number,
  isPart: boolean,
): readonly WaterfallLine[] => {
  let before = from;
  return steps.map(({ name, ms }) => {
    const line = { title: getOwnValue(titles, name) ?? name, ms, before, isPart };
    before += ms;
    return line;
  });
};

/** The index of the step that sends. */
const findSendIndex = (steps: readonly StepTime[]): number => steps.findIndex(({ name }) => name === 'send');

/**
 * Steps whose send takes at least as long as the network did. The page times a step from the message that it began, which may come
 * late; what it came too late is counted for the steps before, then for those after.
 */
export const addNetworkTime = (steps: readonly StepTime[], networkMs: number): readonly StepTime[] => {
  const at = findSendIndex(steps);
  const send = steps[at];
  if (send === undefined) return steps;
  let missing = networkMs - send.ms;
  if (missing <= 0) return steps;
  const times = steps.map(({ ms }) => ms);
  const before = times
    .map((_, index) => index)
    .slice(0, at)
    .reverse();
  const after = times.map((_, index) => index).slice(at + 1);
  for (const index of [...before, ...after]) {
    const moved = Math.min(missing, times[index] ?? 0);
    times[index] = (times[index] ?? 0) - moved;
    missing -= moved;
  }
  times[at] = networkMs;
  return steps.map((step, index) => ({ ...step, ms: times[index] ?? step.ms }));
};

/**
 * The steps of a run, with the parts of the network below theirs, which add up to it: the request is also checked and its files are
 * read then. Without steps, those parts alone.
 */
export const createWaterfall = (
  steps: readonly StepTime[],
  parts: readonly StepTime[],
): readonly WaterfallLine[] => {
  if (steps.length === 0) return toWaterfallLines(parts, 0, false);
  const lines = toWaterfallLines(steps, 0, false);
  return steps.flatMap(({ name }, at) => {
    const line = lines[at] as WaterfallLine;
    if (name !== 'send') return [line];
    return [line, ...toWaterfallLines(addRest(parts, 'Prepare', line.ms), line.before, true)];
  });
};
