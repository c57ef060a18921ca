import {
  type ActivityField,
  type AppResult,
  type Environment,
  environmentView,
  type Pair,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { editEnvironment } from '../usecases/edit-environment.js';
import { updateEnvironment } from '../usecases/environments.js';
import type { ActivityUndone } from './activity-arguments.js';
import { isSameJson } from './field-values.js';

type Pairs = readonly Pair[];

const named = (pairs: Pairs, name: string): Pair | undefined => pairs.find((one) => one.name === name);

const namesOf = (...lists: readonly Pairs[]): readonly string[] => [
  ...new Set(lists.flat().map(({ name }) => name)),
];

/** `pairs` with a name as it was: as it is in `before` and at its place there, or not at all. */
const withEarlier = (pairs: Pairs, before: Pairs, name: string): Pairs => {
  const old = named(before, name);
  if (old === undefined) return pairs.filter((one) => one.name !== name);
  if (named(pairs, name) !== undefined) return pairs.map((one) => (one.name === name ? old : one));
  const at = before.indexOf(old);
  return [...pairs.slice(0, at), old, ...pairs.slice(at)];
};

/** Takes back what a change made of each name, where it is still so. */
export const variablesUndone = (
  before: Pairs,
  after: Pairs,
  present: Pairs,
): { readonly variables: Pairs; readonly isKept: boolean } => {
  if (isSameJson(after, present)) return { variables: before, isKept: false };
  const changed = namesOf(before, after).filter(
    (name) => !isSameJson(named(before, name), named(after, name)),
  );
  const isAsMade = (name: string): boolean => isSameJson(named(after, name), named(present, name));
  const variables = changed
    .filter(isAsMade)
    .reduce<Pairs>((pairs, name) => withEarlier(pairs, before, name), present);
  return { variables, isKept: !changed.every(isAsMade) };
};

const facts = ['name', 'color', 'description', 'extends'] as const;

/** The facts that still are what the change set, as they were, and the names of the others. */
const factsUndone = (fields: readonly ActivityField[], present: Environment) => {
  const changed = fields.flatMap(({ name, before, after }) => {
    const fact = facts.find((one) => one === name);
    return fact === undefined || present[fact] === before ? [] : [{ fact, before, after }];
  });
  const isAsMade = ({ fact, after }: (typeof changed)[number]): boolean => present[fact] === after;
  return {
    patch: Object.fromEntries(changed.filter(isAsMade).map(({ fact, before }) => [fact, before])),
    kept: changed.filter((one) => !isAsMade(one)).map(({ fact }): string => fact),
  };
};

/** The rows of an environment with other variables; its secrets keep their values. */
const rowsWith = (variables: Pairs, { secrets }: Environment) => [
  ...variables,
  ...secrets.map(({ name, enabled }) => ({ name, enabled, secret: true })),
];

/**
 * Undoes an update of an environment: its facts and variables that still are as the update left them. Secrets stay, since no entry
 * has their values.
 */
export const undoEnvironment =
  (transaction: Transaction, workspaceId: string) =>
  (fields: readonly ActivityField[], present: Environment): AppResult<ActivityUndone> => {
    const { patch, kept } = factsUndone(fields, present);
    const field = fields.find(({ name }) => name === 'variables');
    const { variables, isKept } = variablesUndone(
      (field?.before ?? present.variables) as Pairs,
      (field?.after ?? present.variables) as Pairs,
      present.variables,
    );
    const { id } = present;
    const hasFacts = Object.keys(patch).length > 0;
    const hasVariables = field !== undefined && !isSameJson(variables, present.variables);
    const view = environmentView(present, null);
    return pipe(
      hasFacts ? updateEnvironment(transaction)({ workspaceId, id, ...patch }) : TE.right(view),
      TE.flatMap((updated) =>
        hasVariables
          ? editEnvironment(transaction)({ workspaceId, id, rows: rowsWith(variables, present) })
          : TE.right(updated),
      ),
      TE.map(() => ({
        isUndone: hasFacts || hasVariables,
        kept: [
          ...kept,
          ...(isKept ? ['variables'] : []),
          ...(fields.some(({ name }) => name === 'secrets') ? ['secrets'] : []),
        ],
      })),
    );
  };
