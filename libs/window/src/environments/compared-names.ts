import type { EnvironmentView, VariableType } from '@tandem/core';

/**
 * The label that one side of the comparison shows instead of a value. `differs` means that the other side has another value for the secret.
 */
export type SideLabel = 'missing' | 'set' | 'unset' | 'differs';

/** One side of a comparison: the value of a variable, or a label. */
export interface ComparedSide {
  readonly side: SideLabel | { readonly value: string };
  /** The type of the variable, unless it is text. */
  readonly type?: VariableType;
}

/** A name that occurs in at least one of the two environments. */
export interface ComparedName {
  readonly name: string;
  readonly isSecret: boolean;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly isDifferent: boolean;
}

type Sides = ReadonlyMap<string, ComparedSide>;

const emptySide: ComparedSide = { side: 'missing' };

const indexVariables = ({ variables }: EnvironmentView): Sides =>
  new Map(
    [...variables]
      .filter(({ enabled }) => enabled)
      .reverse()
      .map(({ name, value, type }) => [name, { side: { value }, ...(type === undefined ? {} : { type }) }]),
  );

const indexSecrets = ({ secrets }: EnvironmentView): Sides =>
  new Map(
    [...secrets]
      .filter(({ enabled }) => enabled)
      .reverse()
      .map(({ name, hasValue }) => [name, { side: hasValue ? 'set' : 'unset' }]),
  );

const isSame = (left: ComparedSide, right: ComparedSide): boolean =>
  JSON.stringify([left.side, left.type]) === JSON.stringify([right.side, right.type]);

const compareSides = (left: Sides, right: Sides, isSecret: boolean): readonly ComparedName[] =>
  [...new Set([...left.keys(), ...right.keys()])].sort().map((name) => {
    const [one, other] = [left.get(name) ?? emptySide, right.get(name) ?? emptySide];
    return { name, isSecret, left: one, right: other, isDifferent: !isSame(one, other) };
  });

/**
 * The effective variables and secrets of both environments, sorted by name, variables first.
 * @param different the names of secrets whose values differ, which the server compares
 */
export const compareEnvironments = (
  left: EnvironmentView,
  right: EnvironmentView,
  different: readonly string[],
): readonly ComparedName[] => [
  ...compareSides(indexVariables(left), indexVariables(right), false),
  ...compareSides(indexSecrets(left), indexSecrets(right), true).map((one) => {
    if (one.isDifferent || !different.includes(one.name)) return one;
    return { ...one, right: { side: 'differs' as const }, isDifferent: true };
  }),
];
