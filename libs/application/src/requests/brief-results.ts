import { withDescription, oneOf, StructType, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';
import type { AppResult, Diagnostic } from '@tandem/core';

const returnField = withDescription(oneOf('full', 'brief'), 'How much; brief is {id, revision}');

interface ReturnOption {
  readonly return?: 'full' | 'brief';
}

/** The arguments of a write, plus how much of its result is returned. */
export const addReturnOption = <A>(params: StructType<A>): StructType<A> =>
  new StructType(params.name, params.required, {
    ...params.optional,
    return: returnField,
  });

/**
 * The result of a write. A caller that requests `brief` receives only the id and the revision. Others rely on all
 * fields, so the type is the full one.
 */
export const toWriteResult = <A>(whole: StructType<A>): StructType<A> => {
  const { id, revision, ...others } = { ...whole.required, ...whole.optional };
  return new StructType(whole.name, { id: id ?? t.string, revision: revision ?? t.number }, others);
};

interface RevisedEntity {
  readonly id: string;
  readonly revision: number;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Only the id, the revision, and what is wrong with what was saved. */
export const toBriefResult = ({ id, revision, diagnostics }: RevisedEntity): RevisedEntity => ({
  id,
  revision,
  ...(diagnostics === undefined ? {} : { diagnostics }),
});

/** A write whose result is cut to what the call requests. */
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
    // The use case would store it as a field.
    const { return: how, ...others } = params as ReturnOption;
    return pipe(
      useCase(others as P, ...rest),
      TE.map((result) => (how === 'brief' ? (cut(result) as R) : result)),
    );
  };
  return cutting as H;
};
