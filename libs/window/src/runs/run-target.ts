import { isWithin, runLimits, type RunRow, type DataRows, readDataRows as readRows } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import type { RequestId, Summary } from '../requests/saved-request.js';
import { type TreeContent, listTreeLines } from '../folders/tree/tree.js';
import { loadPart } from '../served/trust.js';

/** Maximum number of rows in a run that the window starts. */
export const maxRows = 10_000;

/** Parses rows from a JSON array of objects, from JSON lines, or from CSV with a header. */
export const readDataRows = (text: string): Promise<DataRows> =>
  readRows(text, async (csv) => (await loadPart(() => import('@tandem/core/csv'))).readCsv(csv), maxRows);

/** Lists the names of all fields in order of their first appearance. */
export const listRowFields = (rows: readonly RunRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

/** Formats a value for a cell. */
export const formatCell = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);

/** Formats a row of data in one line. */
export const formatRunRow = (row: RunRow): string =>
  Object.entries(row)
    .map(([field, value]) => `${field}: ${formatCell(value)}`)
    .join(', ');

/** The form of a run as it was typed. An empty field means its default. */
export interface RunForm {
  /** Ids of environments. */
  readonly environments: ReadonlySet<string>;
  readonly iterations: string;
  readonly parallel: string;
  readonly retries: string;
  /** In milliseconds. */
  readonly retryDelay: string;
  readonly bail: string;
}

/** The number fields of the form. */
export type RunNumber = 'iterations' | 'parallel' | 'retries' | 'retryDelay' | 'bail';

const ranges: Readonly<Record<RunNumber, { readonly least: number; readonly most: number }>> = {
  iterations: { least: 1, most: runLimits.iterations },
  parallel: { least: 1, most: runLimits.parallel },
  retries: { least: 0, most: runLimits.retries },
  retryDelay: { least: 0, most: runLimits.delayMs },
  bail: { least: 1, most: runLimits.iterations },
};

/** Returns why the text of a number is invalid; undefined if it is valid. */
export const findNumberProblem = (which: RunNumber, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  const { least, most } = ranges[which];
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most
    ? undefined
    : `A whole number from ${least} to ${most.toLocaleString('en')}`;
};

const parseNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const includeOptional = <K extends string>(key: K, value: number | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Readonly<Partial<Record<K, number>>>;

/**
 * Converts the form to arguments of a call. Rows replace iterations. If no environment is selected, the arguments say
 * so explicitly.
 */
export const toRunPlan = (form: RunForm, known: readonly string[], rows: readonly RunRow[] | undefined) => {
  const environments = known.filter((id) => form.environments.has(id));
  return {
    ...(known.length === 0 ? {} : { environments: environments.length === 0 ? [null] : environments }),
    ...(rows === undefined ? includeOptional('iterations', parseNumber(form.iterations)) : { rows }),
    ...includeOptional('parallel', parseNumber(form.parallel)),
    ...includeOptional('retry', parseNumber(form.retries)),
    ...includeOptional('retryDelayMs', parseNumber(form.retryDelay)),
    ...includeOptional('bail', parseNumber(form.bail)),
  };
};

/** Returns how many executions a run has, unless a script or a failure changes the number. */
export const countPlannedExecutions = (
  requests: number,
  form: RunForm,
  rows: readonly RunRow[] | undefined,
): number =>
  requests * (rows?.length ?? parseNumber(form.iterations) ?? 1) * Math.max(form.environments.size, 1);

/** The requests that a person wants to run: one, a folder, or all. */
export type RunTarget =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'request'; readonly id: RequestId }
  | { readonly kind: 'requests'; readonly ids: readonly RequestId[] };

/** Lists the requests to choose from, in tree order: those of the folder, or all. */
export const listSelectableRequests = (target: RunTarget, content: TreeContent): readonly Summary[] =>
  listTreeLines(content, new Set(), '').flatMap((line) =>
    line.kind === 'request' && (target.kind !== 'folder' || isWithin(target.path, line.request.folder))
      ? [line.request]
      : [],
  );

/** Returns the requests that are selected at first. */
export const getInitialSelection = (
  target: RunTarget,
  offered: readonly Summary[],
): ReadonlySet<RequestId> => {
  if (target.kind === 'request') return new Set([target.id]);
  return new Set(target.kind === 'requests' ? target.ids : offered.map(({ id }) => id));
};

/**
 * Converts the selection to arguments of a call: the folder if everything in it is selected, otherwise ids in tree
 * order.
 */
export const toRunSelection = (
  target: RunTarget,
  offered: readonly Summary[],
  chosen: ReadonlySet<RequestId>,
): { readonly folder?: string; readonly ids?: readonly RequestId[] } => {
  const ids = offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  if (ids.length < offered.length || target.kind === 'request' || target.kind === 'requests') return { ids };
  return { folder: target.kind === 'folder' ? target.path : '' };
};

/** Describes in a few words what a run executes. */
export const describeSelection = (
  target: RunTarget,
  offered: readonly Summary[],
  chosen: ReadonlySet<RequestId>,
): string => {
  const some = offered.filter(({ id }) => chosen.has(id));
  const [only] = some;
  if (only !== undefined && some.length === 1) return only.name;
  if (some.length < offered.length) return `${some.length} requests`;
  return target.kind === 'folder' ? target.path : 'All requests';
};
