import {
  type AppResult,
  executionFields,
  type GraphqlRequestId,
  GraphqlVariables,
  type RequestKind,
  requestKindNames,
  type RestRequestId,
} from '@tandem/core';
import { oneOf, struct, StructType, t, withDescription } from '@tandem/core/codec';

import { requestRef } from '../requests/request-reference.js';

/** The part of a result that an agent interface shows. Use cases return the whole result. */
export const resultViewFields = {
  return: withDescription(
    oneOf('summary', 'failures', 'full', 'body'),
    'Default full; body: only status and body',
  ),
  headers: withDescription(
    t.union([oneOf('all', 'none'), t.readonlyArray(t.string)], 'all, none or a list of names'),
    'Names, or ["none"]; all if omitted',
  ),
} as const;

const fields = { ...executionFields, ...resultViewFields };

const createIdArgument = (kind: keyof typeof requestKindNames) =>
  withDescription(requestRef(requestKindNames[kind].noun), 'Its id');

export const ExecuteRest = struct('rest_execute arguments', { id: createIdArgument('rest') }, fields);
export type ExecuteRest = t.TypeOf<typeof ExecuteRest>;

export const ExecuteGraphql = struct(
  'graphql_execute arguments',
  { id: createIdArgument('graphql') },
  {
    ...fields,
    graphqlVariables: withDescription(GraphqlVariables, 'Variables as JSON; those of the document, by name'),
  },
);
export type ExecuteGraphql = t.TypeOf<typeof ExecuteGraphql>;

/** The execution arguments of each kind of request, once its id is known. */
export interface ExecuteArguments {
  readonly rest: Omit<ExecuteRest, 'id'> & { readonly id: RestRequestId };
  readonly graphql: Omit<ExecuteGraphql, 'id'> & { readonly id: GraphqlRequestId };
}

/** The execution arguments of a request whose id says of which kind it is. */
export type ExecuteAny = Omit<ExecuteArguments[RequestKind], 'id'> & { readonly id: string };

const isDry = (value: unknown): boolean => typeof value === 'object' && value !== null && 'dryRun' in value;

/** Runs a call, or its dry run if it asks for one. The type is that of the full result, as in {@link allowDryRun}. */
export const runOrDryRun = <A>(
  { dryRun }: { readonly dryRun?: boolean | undefined },
  full: () => AppResult<A>,
  dry: () => AppResult<unknown>,
): AppResult<A> => (dryRun === true ? (dry() as AppResult<A>) : full());

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
