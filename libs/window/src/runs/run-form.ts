import { runLimits, type RunRow } from '@tandem/core';

/** What a person has typed about how a run goes; empty texts stand for the defaults. */
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

/** The numbers of the form. */
export type RunNumber = 'iterations' | 'parallel' | 'retries' | 'retryDelay' | 'bail';

const ranges: Readonly<Record<RunNumber, { readonly least: number; readonly most: number }>> = {
  iterations: { least: 1, most: runLimits.iterations },
  parallel: { least: 1, most: runLimits.parallel },
  retries: { least: 0, most: runLimits.retries },
  retryDelay: { least: 0, most: runLimits.delayMs },
  bail: { least: 1, most: runLimits.iterations },
};

/** Why the text of a number cannot be used. */
export const numberProblem = (which: RunNumber, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  const { least, most } = ranges[which];
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most
    ? undefined
    : `A whole number from ${least} to ${most.toLocaleString('en')}`;
};

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const optional = <K extends string>(key: K, value: number | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Readonly<Partial<Record<K, number>>>;

/** The form as arguments of a call. Rows take the place of iterations; no environment at all is said, too. */
export const planOf = (form: RunForm, known: readonly string[], rows: readonly RunRow[] | undefined) => {
  const environments = known.filter((id) => form.environments.has(id));
  return {
    ...(known.length === 0 ? {} : { environments: environments.length === 0 ? [null] : environments }),
    ...(rows === undefined ? optional('iterations', numberOf(form.iterations)) : { rows }),
    ...optional('parallel', numberOf(form.parallel)),
    ...optional('retry', numberOf(form.retries)),
    ...optional('retryDelayMs', numberOf(form.retryDelay)),
    ...optional('bail', numberOf(form.bail)),
  };
};

/** How many executions a run has if no script and no failure changes that. */
export const countPlannedExecutions = (
  requests: number,
  form: RunForm,
  rows: readonly RunRow[] | undefined,
): number =>
  requests * (rows?.length ?? numberOf(form.iterations) ?? 1) * Math.max(form.environments.size, 1);
