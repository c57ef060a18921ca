import type { AppError } from '@tandem/core';
import {
  decode,
  type Fields,
  getOwnValue,
  type Issue,
  oneOf,
  struct,
  StructType,
  type t,
  withDescription,
} from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type AnyOperation, type Operation, operation, replaceEffects } from './operation.js';

/** The merged operations, by the value of the argument `op` that selects one. */
type Choices = Readonly<Record<string, AnyOperation>>;

type Values = Readonly<Record<string, unknown>>;

/** Joins the fields of several structs. Of two fields with the same name, the first remains. */
const joinFields = (codecs: readonly t.Any[]): Fields =>
  Object.fromEntries(
    codecs
      .flatMap((codec) =>
        codec instanceof StructType ? Object.entries<t.Any>({ ...codec.required, ...codec.optional }) : [],
      )
      .toReversed(),
  );

const isTrueOfAll = (choices: Choices, isSo: (one: AnyOperation) => boolean): boolean =>
  Object.values(choices).every(isSo);

interface MergedOperation<N extends string> extends Pick<AnyOperation, 'title' | 'description' | 'toolSet'> {
  readonly name: N;
  readonly choices: Choices;
}

/**
 * Merges several operations on one subject into one, so that agents have fewer tools to choose from. It takes the arguments of the
 * operation that `op` names. That operation decodes them itself, so an error says what it expects.
 */
export const mergeOperations = <N extends string>({
  choices,
  ...about
}: MergedOperation<N>): Operation<N, never, Values, Values, () => never> => {
  const all = Object.values(choices);
  const words = Object.keys(choices);
  const op = withDescription(oneOf(words[0] ?? '', ...words.slice(1)), 'What to do');
  const codec = new StructType<Values>(
    `${about.name} arguments`,
    { op },
    joinFields(all.map((one) => one.arguments)),
  );
  const decodeChoice = decode(struct(codec.name, { op }, {}));
  const redactsOwnResult = isTrueOfAll(choices, (one) => one.redactsOwnResult === true);
  const showsSaved = isTrueOfAll(choices, (one) => one.showsSaved === true);
  return {
    ...operation({
      ...about,
      arguments: codec,
      result: struct(`${about.name} result`, {}, joinFields(all.map((one) => one.result))),
      effects: { ...replaceEffects, idempotent: false, openWorld: all.some((one) => one.effects.openWorld) },
      ...(redactsOwnResult ? { redactsOwnResult } : {}),
      ...(showsSaved ? { showsSaved } : {}),
      run: () => (): never => {
        throw new Error('A merged operation runs the one that op names.');
      },
    }),
    bind: (scope) => {
      const bound = new Map(Object.entries(choices).map(([word, one]) => [word, one.bind(scope)]));
      return (params, context) => {
        const refuse = (issues: readonly Issue[]): AppError => ({ kind: 'invalid-input', issues });
        return pipe(
          TE.fromEither(decodeChoice({ op: getOwnValue((params ?? {}) as Values, 'op') })),
          TE.mapLeft(refuse),
          TE.flatMap((chosen) => {
            const { op, ...rest } = { ...(params as Values), ...chosen } as Values & { readonly op: string };
            return bound.get(op)?.(rest, context) ?? TE.left(refuse([]));
          }),
        );
      };
    },
  };
};
