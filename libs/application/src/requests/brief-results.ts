import { withDescription, oneOf, StructType, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';
import type { AppResult, Diagnostic } from '@tandem/core';

const returnField = withDescription(oneOf('full', 'brief'), 'How much; brief is {id, revision}');

interface ReturnOption {
  readonly return?: 'full' | 'brief';
}

/** Adds the argument that says how much of the result of a write is returned. */
export const addReturnOption = <A>(params: StructType<A>): StructType<A> =>
  new StructType(params.name, params.required, {
    ...params.optional,
    return: returnField,
  });

/** Describes the result of a write. It has the type of the full result: only a caller that asks for `brief` gets less. */
export const toWriteResult = <A>(whole: StructType<A>): StructType<A> => {
  const { id, revision, ...others } = { ...whole.required, ...whole.optional };
  return new StructType(whole.name, { id: id ?? t.string, revision: revision ?? t.number }, others);
};

interface RevisedEntity {
  readonly id: string;
  readonly revision: number;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Keeps the id, the revision, and the problems of what was saved. */
export const toBriefResult = ({ id, revision, diagnostics }: RevisedEntity): RevisedEntity => ({
  id,
  revision,
  ...(diagnostics === undefined ? {} : { diagnostics }),
});

/** Wraps a write so that its result is as brief as the call asks. */
export const cutToReturn = <
  P,
  Rest extends readonly unknown[],
  R,
  H extends (params: P, ...rest: Rest) => AppResult<R>,
>(
  useCase: H & ((params: P, ...rest: Rest) => AppResult<R>),
  cut: (result: R) => unknown = (result) => toBriefResult(result as RevisedEntity),
): H => {
  const cutting = (params: P, ...rest: Rest): AppResult<R> => {
    // The use case must not get the argument `return`, because it would store it as a field.
    const { return: how, ...others } = params as ReturnOption;
    return pipe(
      useCase(others as P, ...rest),
      TE.map((result) => (how === 'brief' ? (cut(result) as R) : result)),
    );
  };
  return cutting as H;
};
