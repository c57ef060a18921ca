import type { DryRun, Origin } from '@tandem/core';

import type { TextOf } from './result-text.js';

/** Maximum number of origins, and of a body's UTF-16 units, to show. */
const limits = { places: 40, body: 600 } as const;

/** Whether a value is the dry run of one request. */
export const isDryRun = (value: unknown): value is DryRun =>
  typeof value === 'object' && value !== null && 'dryRun' in value && 'origins' in value;

const formatOrigin = ({ token, from, shadowed, near }: Origin): string =>
  [
    token === undefined ? from : `{{${token}}} ${from}`,
    ...(shadowed === undefined ? [] : [`(not ${shadowed.join(', ')})`]),
    ...(near === undefined ? [] : [`(near ${near.join(', ')})`]),
  ].join(' ');

const limitLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} more`];

/** A dry run as readable text: the request as it would be sent, then its origins. */
export const formatDryRun: TextOf<DryRun> = ({ request, mocked, error, origins, diagnostics, logs }) => {
  const { method, url, headers, body, size } = request;
  const outcome =
    error !== null
      ? `would be refused: ${error.code}`
      : mocked
        ? 'the script would answer it'
        : 'nothing was sent';
  const places = Object.entries(origins).map(
    ([place, all]) => `${place}: ${all.map(formatOrigin).join(' + ')}`,
  );
  return {
    ours: [`dry run · ${outcome}`],
    theirs: [
      `${method} ${url}`,
      ...headers.map(({ name, value }) => `${name}: ${value}`),
      ...(body === null ? [] : ['', body.length <= limits.body ? body : `${body.slice(0, limits.body)}…`]),
      ...(size > 0 ? [`(${size} bytes)`] : []),
      'origins:',
      ...limitLines(places, limits.places),
      ...(error === null ? [] : [error.message]),
      ...limitLines(
        diagnostics.map(({ code, message }) => `${code}: ${message}`),
        limits.places,
      ),
      ...limitLines(
        logs.map(({ level, message }) => `${level}: ${message}`),
        limits.places,
      ),
    ],
  };
};
