import { executionFields, GraphqlRequestId, GraphqlVariables, RestRequestId } from '@tandem/core';
import { described, struct, type t } from '@tandem/core/codec';

export const ExecuteRest = struct(
  'rest_execute arguments',
  { id: described(RestRequestId, 'Its id') },
  executionFields,
);
export type ExecuteRest = t.TypeOf<typeof ExecuteRest>;

export const ExecuteGraphql = struct(
  'graphql_execute arguments',
  { id: described(GraphqlRequestId, 'Its id') },
  {
    ...executionFields,
    graphqlVariables: described(GraphqlVariables, 'Override its variables; those of the document, by name'),
  },
);
export type ExecuteGraphql = t.TypeOf<typeof ExecuteGraphql>;

/** The arguments of an execution of each kind of request. */
export interface ExecuteArguments {
  readonly rest: ExecuteRest;
  readonly graphql: ExecuteGraphql;
}
