import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/phrases.js';

/** The result of running scripts on the last response. */
export type ScriptsAnswer = RpcMethods['executions_run_scripts']['result'];

type Change = ScriptsAnswer['changes'][number];

const kinds: Readonly<Record<Change['kind'], string>> = {
  variable: 'variable',
  secret: 'secret',
  retained: 'variable in memory',
  cookie: 'cookie',
};

/** Describes a change without its value, such as `Set the variable token`. */
export const describeWithheldChange = ({ kind, name, removed }: Change): string =>
  `${removed ? 'Remove' : 'Set'} the ${kinds[kind]} ${name}`;

/** Describes the result in a sentence: the first failure, or the results of the tests. */
export const describeScriptsAnswer = ({
  error,
  postResponse,
  tests,
}: ScriptsAnswer): { readonly tone: 'good' | 'bad' | 'plain'; readonly sentence: string } => {
  if (error !== null) return { tone: 'bad', sentence: error.message };
  const [handler, failure] =
    postResponse.error === null ? ['onTest', tests.error] : ['onResponse', postResponse.error];
  if (failure !== null) {
    const { script, line, message } = failure;
    const where = [script ?? handler, ...(line === undefined ? [] : [`line ${line}`])].join(', ');
    return { tone: 'bad', sentence: `${where}: ${message}` };
  }
  const counted = tests.results.filter(({ status }) => status !== 'skipped');
  const failed = counted.filter(({ status }) => status === 'failed').length;
  if (counted.length === 0) return { tone: 'plain', sentence: 'No tests' };
  return failed > 0
    ? { tone: 'bad', sentence: `${failed} of ${formatCount(counted.length, 'test')} failed` }
    : { tone: 'good', sentence: `${formatCount(counted.length, 'test')} passed` };
};
