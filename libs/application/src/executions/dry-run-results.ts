import { StructType } from '@tandem/core/codec';

const isDry = (value: unknown): boolean => typeof value === 'object' && value !== null && 'dryRun' in value;

/**
 * The result of a method whose call may request a dry run. Only such a call gets the other form, so the type and the
 * described fields are those of the full result.
 */
export const allowDryRun = <A>(whole: StructType<A>, dry: StructType<unknown>): StructType<A> => {
  const either = new StructType<A>(whole.name, whole.required, whole.optional);
  return Object.assign(either, {
    is: (value: unknown): value is A => (isDry(value) ? dry.is(value) : whole.is(value)),
    encode: (value: A) => (isDry(value) ? dry.encode(value) : whole.encode(value)),
  });
};
