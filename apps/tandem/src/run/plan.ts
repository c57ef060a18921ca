import { RunPlan } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { readDurations } from '../report-files.js';
import type { RunFlags } from './flags.js';
import type { LocatedWorkspace } from './locate.js';
import { parseAssignments, parsePromptAnswers, readEnvFile, readRows } from './values.js';
import { CommandRefusal } from '../refusal.js';

const parseShard = async (
  text: string,
  reports: readonly string[],
): Promise<NonNullable<RunPlan['shard']>> => {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of)
    return reports.length === 0 ? shard : { ...shard, durations: await readDurations(reports) };
  throw new CommandRefusal(`--shard ${text} is no part of a run; it takes i/n, such as 1/4.`);
};

/** Splits names that were passed one by one or separated by commas. */
const splitNames = (given: readonly string[]): readonly string[] =>
  given.flatMap((names) => names.split(',')).flatMap((name) => name.trim() || []);

const flagNames = new Map([
  ['delayMs', 'delay'],
  ['timeoutMs', 'timeout'],
]);

/** Checks that the numbers of a plan are within the limits. */
const checkPlan = (plan: RunPlan): RunPlan => {
  const outcome = decode(RunPlan)(plan);
  if (E.isRight(outcome)) return outcome.right;
  const [issue] = outcome.left;
  const path = issue?.path ?? '';
  throw new CommandRefusal(
    `--${flagNames.get(path) ?? path} ${issue?.message.slice(path.length).trim() ?? ''}.`,
  );
};

/**
 * Creates the plan for the flags and paths of a command line.
 * @throws CommandRefusal for an invalid value
 */
export const createPlan = async (flags: RunFlags, { files }: LocatedWorkspace): Promise<RunPlan> => {
  if (flags.durations.length > 0 && flags.shard === undefined)
    throw new CommandRefusal('--durations needs --shard.');
  const rows = flags.data === undefined ? undefined : await readRows(flags.data);
  const variables = {
    ...(flags.envFile === undefined ? {} : await readEnvFile(flags.envFile)),
    ...parseAssignments(flags.variables),
    ...parsePromptAnswers(flags.prompts),
  };
  const select = {
    ...(files === undefined ? {} : { files }),
    ...(flags.tags.length === 0 ? {} : { tags: splitNames(flags.tags) }),
    ...(flags.excludeTags.length === 0 ? {} : { excludeTags: splitNames(flags.excludeTags) }),
    ...(flags.grep === undefined ? {} : { grep: flags.grep }),
  };
  return checkPlan({
    select,
    variables,
    requireTests: flags.requireTests,
    persist: false,
    ...(flags.environments.length === 0 ? {} : { environments: flags.environments }),
    ...(rows === undefined ? {} : { rows }),
    ...(flags.iterations === undefined ? {} : { iterations: flags.iterations }),
    ...(flags.parallel === undefined ? {} : { parallel: flags.parallel }),
    ...(flags.retry === undefined ? {} : { retry: flags.retry }),
    ...(flags.retryDelay === undefined ? {} : { retryDelayMs: flags.retryDelay }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.delay === undefined ? {} : { delayMs: flags.delay }),
    ...(flags.bail === undefined ? {} : { bail: flags.bail }),
    ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout }),
    ...(flags.shard === undefined ? {} : { shard: await parseShard(flags.shard, flags.durations) }),
  });
};
