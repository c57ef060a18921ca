import type { ExecutionResult, SentRequest, Connection, Pair } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { Badge, Rows } from '../kit/index.js';
import type { FinishedRun, StepTime } from '../requests/sending/runs.js';
import { formatDuration } from './body/show-body.js';
import { useSentRequest } from '../history/use-history.js';

/** Converts the details of a connection to rows. */
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
interface WaterfallLine {
  readonly title: string;
  readonly ms: number;
  readonly before: number;
  /** Whether the line is a network phase of the line above. */
  readonly isPart: boolean;
}

const titles: Readonly<Record<string, string>> = {
  needs: 'Run dependencies',
  interpolate: 'Resolve variables',
  auth: 'Auth',
  send: 'Send and receive',
  persist: 'Save variables',
};

/** Minimum length of a remainder that is shown, in milliseconds. Durations are rounded to multiples of it. */
const minRestMs = 0.1;

const sumDurations = (parts: readonly StepTime[]): number => parts.reduce((sum, { ms }) => sum + ms, 0);

/** Adds the remainder of a duration to its parts as a part named `name`. */
const addRest = (parts: readonly StepTime[], name: string, totalMs: number): readonly StepTime[] => {
  const ms = totalMs - sumDurations(parts);
  return parts.length === 0 || ms < minRestMs ? parts : [{ name, ms }, ...parts];
};

/**
 * Lists what happened in the network, in order: each redirect, and the phases of the last request. The parts add up to
 * `networkMs`. A remainder is the time in which the request waited for a free connection or was sent.
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

/** Finds the index of the sending step. */
const findSendIndex = (steps: readonly StepTime[]): number => steps.findIndex(({ name }) => name === 'send');

/**
 * Makes the sending step at least as long as the network time. The page measures a step from the arrival of its start message, which may
 * be late. The difference is subtracted from the steps before, and from those after if that is not enough.
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
 * Lists the steps of a run, with the network phases below the sending step. The phases add up to the step: a remainder is the time in
 * which the request was checked and its files were read. Without steps, only the network phases are listed.
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

/** Lists the requests that auth and scripts have sent in addition to the request itself. */
const SentSteps = ({ steps = [] }: Pick<ExecutionResult, 'steps'>) =>
  steps.length === 0 ? null : (
    <>
      <h3>Also sent</h3>
      <ol aria-label="Also sent">
        {steps.map(({ step, method, url, status, durationMs, error }, index) => (
          <li key={index}>
            <Badge>{step}</Badge> {method} {url}{' '}
            <span className="quiet">
              {status ?? error ?? 'no response'} · {formatDuration(durationMs)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );

const formatShare = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;

const handlers = { preRequest: 'onRequest', postResponse: 'onResponse' } as const;

/** Shows the duration of a run: in total, in the network, and for each step. */
export const Times = ({ run: { steps: heard, result } }: { readonly run: FinishedRun }) => {
  const steps = addNetworkTime(heard, result.lifecycle.mocked ? 0 : (result.response?.time ?? 0));
  const sent = useSentRequest(result.executionId)?.carried;
  const lines = createWaterfall(steps, listNetworkParts(sent ?? {}, result.response?.time));
  const total = Math.max(0, ...lines.map(({ before, ms }) => before + ms));
  return (
    <div className="stack times">
      <dl className="totals">
        {result.response && (
          <div>
            <dt>Network</dt>
            <dd>
              {result.lifecycle.mocked ? 'none, a mock response' : formatDuration(result.response.time)}
            </dd>
          </div>
        )}
        {steps.length > 0 && (
          <div>
            <dt>Total</dt>
            <dd>{formatDuration(total)}</dd>
          </div>
        )}
      </dl>
      {lines.length > 0 && (
        <ol className="waterfall" aria-label="Steps">
          {lines.map(({ title, ms, before, isPart }, index) => (
            <li key={index} data-part={isPart || undefined}>
              <span>{title}</span>
              <span className="track" aria-hidden="true">
                <span style={{ marginLeft: formatShare(before, total), width: formatShare(ms, total) }} />
              </span>
              <span>{formatDuration(ms)}</span>
            </li>
          ))}
        </ol>
      )}
      {steps.length === 0 && (
        <p className="quiet">The steps outside of the network are shown only for executions of this page.</p>
      )}
      <SentSteps {...(result.steps === undefined ? {} : { steps: result.steps })} />
      {result.connection && (
        <>
          <h3>Connection</h3>
          <Rows rows={toConnectionRows(result.connection)} />
        </>
      )}
      {(['preRequest', 'postResponse'] as const).map((part) => {
        const { error } = result.lifecycle[part];
        return error ? (
          <p key={part} className="bad">
            {handlers[part]}: {error.message}
          </p>
        ) : null;
      })}
    </div>
  );
};
