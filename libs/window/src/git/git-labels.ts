import { getEndOfSecond, type GitChange, type GitState } from '@tandem/core';

import { formatActor } from '../activity/activity.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { formatCount, listNames } from '../shell/phrases.js';

/** Formats the position of the repository: its branch, or the commit at which HEAD is detached. */
export const formatHead = ({ branch, commit }: Pick<GitState, 'branch' | 'commit'>): string =>
  branch ?? `detached at ${commit ?? 'no commit'}`;

/** Describes the state of the repository in a few words, such as `main, 3 changed files`. */
export const describeGitState = (state: GitState): string => {
  const { changed, ahead, behind, conflicts } = state;
  return [
    formatHead(state),
    ...(conflicts.length > 0 ? [formatCount(conflicts.length, 'conflict')] : []),
    changed === 0 ? 'nothing to commit' : formatCount(changed, 'changed file'),
    ...(ahead > 0 ? [`${ahead} to push`] : []),
    ...(behind > 0 ? [`${behind} to pull`] : []),
  ].join(', ');
};

/** Formats the name of a field and its part, such as `Headers[accept]`. */
export const formatFieldName = (name: string): string => {
  const [top = name] = /^[^[.]*/.exec(name) ?? [];
  return `${getFieldTitle(top)}${name.slice(top.length)}`;
};

const verbs = { created: 'New', updated: 'Changed', deleted: 'Deleted' } as const;

/** Describes in one word how an entity changed. */
export const formatChangeKind = ({ op, isConflict }: GitChange): string =>
  isConflict ? 'Conflict' : verbs[op];

/** Lists the names of all authors of a change, newest first. */
export const formatAuthors = ({ authors }: GitChange): string =>
  [...new Set(authors.map(formatActor))].join(', ');

/** The changes that one agent has made since the last commit. */
export interface AgentWork {
  readonly by: string;
  /** The changes that only this agent has made. */
  readonly changes: readonly GitChange[];
  /** How many other changes the agent has made together with other authors. */
  readonly shared: number;
  /** The time from which an undo of the agent's changes starts. */
  readonly since: string;
}

/** Lists the work of each agent. Because a commit contains whole files, a change only belongs to an agent who has made all of it. */
export const listAgentWork = (
  changes: readonly GitChange[],
  committedAt: string | null,
): readonly AgentWork[] => {
  const agents = new Set(
    changes.flatMap(({ authors }) => authors.filter(({ kind }) => kind === 'mcp').map(({ by }) => by)),
  );
  return [...agents].sort().map((by) => {
    const touched = changes.filter(({ authors }) => authors.some((one) => one.by === by));
    const own = touched.filter(
      ({ authors, isConflict, fields, op }) =>
        !isConflict &&
        authors.every((one) => one.by === by) &&
        (op !== 'updated' || fields.every(({ author }) => author !== undefined)),
    );
    const times = own.flatMap(({ authors }) => authors.map(({ at }) => at));
    const since = [...(committedAt === null ? [] : [getEndOfSecond(committedAt)]), ...times].sort()[0] ?? '';
    return { by, changes: own, shared: touched.length - own.length, since };
  });
};

/** Names the first changed items, and says how many more there are. */
export const nameChanges = (changes: readonly Pick<GitChange, 'name'>[]): string =>
  listNames(changes.map(({ name }) => name));

/** Suggests a message for a commit of these changes, which the person can edit. */
export const suggestMessage = (changes: readonly GitChange[]): string => {
  if (changes.length === 0) return '';
  const ops = new Set(changes.map(({ op }) => op));
  const verb =
    ops.size > 1
      ? 'Change'
      : { created: 'Add', updated: 'Change', deleted: 'Delete' }[[...ops][0] ?? 'updated'];
  return `${verb} ${nameChanges(changes)}`;
};

/** Lists the names of the secrets whose values these changes contain. */
export const listSecrets = (changes: readonly GitChange[]): readonly string[] => [
  ...new Set(changes.flatMap(({ secrets }) => secrets)),
];
