import {
  executionFields,
  type GraphqlRequestId,
  GraphqlVariables,
  requestKindNames,
  type RestRequestId,
} from '@tandem/core';
import { described, struct, type t } from '@tandem/core/codec';

import { requestRef } from './request-reference.js';

const idOf = (kind: keyof typeof requestKindNames) =>
  described(requestRef(requestKindNames[kind].noun), 'Its id');

export const ExecuteRest = struct('rest_execute arguments', { id: idOf('rest') }, executionFields);
export type ExecuteRest = t.TypeOf<typeof ExecuteRest>;

export const ExecuteGraphql = struct(
  'graphql_execute arguments',
  { id: idOf('graphql') },
  {
    ...executionFields,
    graphqlVariables: described(GraphqlVariables, 'Override its variables; those of the document, by name'),
  },
);
export type ExecuteGraphql = t.TypeOf<typeof ExecuteGraphql>;

/** The arguments of an execution of each kind of request, once its id is known. */
export interface ExecuteArguments {
  readonly rest: Omit<ExecuteRest, 'id'> & { readonly id: RestRequestId };
  readonly graphql: Omit<ExecuteGraphql, 'id'> & { readonly id: GraphqlRequestId };
}
