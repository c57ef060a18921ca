import type { EnvironmentView } from '@tandem/core';

/** A name in two environments: its value in each, if it has one there. */
export interface ComparedName {
  readonly name: string;
  readonly isSecret: boolean;
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isDifferent: boolean;
}

const variablesOf = ({ variables }: EnvironmentView): ReadonlyMap<string, string> =>
  new Map([...variables].reverse().flatMap(({ name, value, enabled }) => (enabled ? [[name, value]] : [])));

/** Of secrets only whether they have a value is known. */
const secretsOf = ({ secrets }: EnvironmentView): ReadonlyMap<string, string> =>
  new Map(
    [...secrets]
      .reverse()
      .flatMap(({ name, hasValue, enabled }) =>
        enabled ? [[name, hasValue ? 'has a value' : 'no value']] : [],
      ),
  );

const compareValues = (
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
  isSecret: boolean,
): readonly ComparedName[] =>
  [...new Set([...left.keys(), ...right.keys()])].sort().map((name) => ({
    name,
    isSecret,
    left: left.get(name),
    right: right.get(name),
    isDifferent: left.get(name) !== right.get(name),
  }));

/** The names that count in either environment, sorted, variables first. */
export const compareEnvironments = (
  left: EnvironmentView,
  right: EnvironmentView,
): readonly ComparedName[] => [
  ...compareValues(variablesOf(left), variablesOf(right), false),
  ...compareValues(secretsOf(left), secretsOf(right), true),
];
