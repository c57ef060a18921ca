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

import { createRequestReference } from '../requests/request-reference.js';

/** Arguments that choose the part of a result that an agent gets. Interfaces apply them; use cases return the whole result. */
export const resultViewFields = {
  return: withDescription(
    oneOf('summary', 'failures', 'full', 'body'),
    'Default full; body is only status and body',
  ),
  headers: withDescription(
    t.union([oneOf('all', 'none'), t.readonlyArray(t.string)], 'all, none or a list of names'),
    'Names, or ["none"]; all if omitted',
  ),
} as const;

const fields = { ...executionFields, ...resultViewFields };

const createIdArgument = (kind: keyof typeof requestKindNames) =>
  withDescription(createRequestReference(requestKindNames[kind].noun), 'Its id');

export const ExecuteRestArguments = struct(
  'rest_execute arguments',
  { id: createIdArgument('rest') },
  fields,
);
export type ExecuteRestArguments = t.TypeOf<typeof ExecuteRestArguments>;

export const ExecuteGraphqlArguments = struct(
  'graphql_execute arguments',
  { id: createIdArgument('graphql') },
  {
    ...fields,
    graphqlVariables: withDescription(GraphqlVariables, 'Variables by name; values are JSON'),
  },
);
export type ExecuteGraphqlArguments = t.TypeOf<typeof ExecuteGraphqlArguments>;

/** The arguments of an execution by kind of request, once the kind is known. */
export interface ExecuteArguments {
  readonly rest: Omit<ExecuteRestArguments, 'id'> & { readonly id: RestRequestId };
  readonly graphql: Omit<ExecuteGraphqlArguments, 'id'> & { readonly id: GraphqlRequestId };
}

/** The arguments of an execution of any kind of request: the prefix of the id tells the kind. */
export type AnyExecuteArguments = Omit<ExecuteArguments[RequestKind], 'id'> & { readonly id: string };

const isDry = (value: unknown): boolean => typeof value === 'object' && value !== null && 'dryRun' in value;

/** Executes a call, or makes a dry run if the call asks for one. Both have the type of the full result, as in {@link allowDryRun}. */
export const runOrDryRun = <A>(
  { dryRun }: { readonly dryRun?: boolean | undefined },
  full: () => AppResult<A>,
  dry: () => AppResult<unknown>,
): AppResult<A> => (dryRun === true ? (dry() as AppResult<A>) : full());

/**
 * Describes the result of an operation that can be asked for a dry run. Its type and described fields are those of the full result, because
 * only a call that asks for a dry run gets the other form.
 */
export const allowDryRun = <A>(whole: StructType<A>, dry: StructType<unknown>): StructType<A> => {
  const either = new StructType<A>(whole.name, whole.required, whole.optional);
  return Object.assign(either, {
    is: (value: unknown): value is A => (isDry(value) ? dry.is(value) : whole.is(value)),
    encode: (value: A) => (isDry(value) ? dry.encode(value) : whole.encode(value)),
  });
};
