import {
  type ActivityField,
  type AppResult,
  type Environment,
  environmentView,
  type Pair,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { editEnvironment } from '../environments/edit-environment.js';
import { updateEnvironment } from '../environments/environments.js';
import { isSameJson } from './field-values.js';
import type { LaterChanges } from './later-changes.js';
import type { SecretsSnapshot } from './record-changes.js';
import type { UndoneEntry } from './undo-fields.js';

type Pairs = readonly Pair[];

const findByName = (pairs: Pairs, name: string): Pair | undefined => pairs.find((one) => one.name === name);

const listNames = (...lists: readonly Pairs[]): readonly string[] => [
  ...new Set(lists.flat().map(({ name }) => name)),
];

/** `pairs` with one name restored: its value and position from `before`, or removed if it was not there. */
const restoreEarlierPair = (pairs: Pairs, before: Pairs, name: string): Pairs => {
  const old = findByName(before, name);
  if (old === undefined) return pairs.filter((one) => one.name !== name);
  if (findByName(pairs, name) !== undefined) return pairs.map((one) => (one.name === name ? old : one));
  const at = before.indexOf(old);
  return [...pairs.slice(0, at), old, ...pairs.slice(at)];
};

/** Reverts each name that still has the value the change set. */
const undoPairs = (
  { before, after }: { readonly before: Pairs; readonly after: Pairs },
  present: Pairs,
  isChangedSince: (name: string) => boolean,
): { readonly pairs: Pairs; readonly isKept: boolean } => {
  if (isSameJson(after, present) && !after.some(({ name }) => isChangedSince(name)))
    return { pairs: before, isKept: false };
  const changed = listNames(before, after).filter(
    (name) => !isSameJson(findByName(before, name), findByName(after, name)),
  );
  const differing = changed.filter(
    (name) => !isSameJson(findByName(before, name), findByName(present, name)),
  );
  const isAsMade = (name: string): boolean =>
    isSameJson(findByName(after, name), findByName(present, name)) && !isChangedSince(name);
  const pairs = differing
    .filter(isAsMade)
    .reduce<Pairs>((all, name) => restoreEarlierPair(all, before, name), present);
  return { pairs, isKept: !differing.every(isAsMade) };
};

const facts = ['name', 'color', 'description', 'extends'] as const;

/** The previous values of the facts that still have the value the change set, and the names of the others. */
const undoFacts = (fields: readonly ActivityField[], present: Environment, later: LaterChanges) => {
  const changed = fields.flatMap(({ name, before, after }) => {
    const fact = facts.find((one) => one === name);
    return fact === undefined || present[fact] === before ? [] : [{ fact, before, after }];
  });
  const isAsMade = ({ fact, after }: (typeof changed)[number]): boolean =>
    present[fact] === after && later.of(fact) === undefined;
  return {
    patch: Object.fromEntries(changed.filter(isAsMade).map(({ fact, before }) => [fact, before])),
    kept: changed.filter((one) => !isAsMade(one)).map(({ fact }): string => fact),
  };
};

/** What an update of an environment set. */
interface EnvironmentUpdate {
  readonly fields: readonly ActivityField[];
  /** Undefined if secrets stay because their values were not stored. */
  readonly secrets: SecretsSnapshot | undefined;
}

/**
 * Undoes an update of an environment: its facts, and by name the variables and secrets that still have the values the
 * update set.
 */
export const undoEnvironment =
  (transaction: Transaction, workspaceId: string) =>
  (
    { fields, secrets: aside }: EnvironmentUpdate,
    present: Environment,
    later: LaterChanges,
  ): AppResult<UndoneEntry> => {
    const { patch, kept } = undoFacts(fields, present, later);
    const field = fields.find(({ name }) => name === 'variables');
    const undone = (list: 'variables' | 'secrets', change: SecretsSnapshot) =>
      undoPairs(change, present[list], (name) => later.of(list, name) !== undefined);
    const variables = undone('variables', {
      before: (field?.before ?? []) as Pairs,
      after: (field?.after ?? []) as Pairs,
    });
    const secrets = undone('secrets', aside ?? { before: [], after: [] });
    const { id } = present;
    const next = {
      variables: field === undefined ? present.variables : variables.pairs,
      secrets: aside === undefined ? present.secrets : secrets.pairs,
    };
    const isForgotten = aside === undefined && fields.some(({ name }) => name === 'secrets');
    const hasFacts = Object.keys(patch).length > 0;
    const hasPairs = !isSameJson(next, { variables: present.variables, secrets: present.secrets });
    const rows = [...next.variables, ...next.secrets.map((one) => ({ ...one, secret: true }))];
    // Only a person may change a guard. An undo may not, since the previous guard may have been weaker.
    const guards = fields.filter(
      ({ name, before }) =>
        (name === 'guard' || name === 'proposedGuard') && !isSameJson(before, present[name]),
    );
    const stays = [
      ...kept,
      ...(field !== undefined && variables.isKept ? ['variables'] : []),
      ...(isForgotten || (aside !== undefined && secrets.isKept) ? ['secrets'] : []),
      ...guards.map(({ name }) => name),
    ];
    const view = environmentView(present, null);
    return pipe(
      hasFacts ? updateEnvironment(transaction)({ workspaceId, id, ...patch }) : TE.right(view),
      TE.flatMap((updated) =>
        hasPairs ? editEnvironment(transaction)({ workspaceId, id, rows }) : TE.right(updated),
      ),
      TE.map(() => ({ isUndone: hasFacts || hasPairs || stays.length === 0, kept: stays })),
    );
  };
