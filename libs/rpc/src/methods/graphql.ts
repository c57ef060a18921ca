import {
  ExecuteGraphql,
  GraphqlSchema,
  IntrospectGraphql,
  GetCachedSchema,
  requestArguments,
  SchemaOf,
  SchemaText,
} from '@tandem/application';
import { GraphqlRequest } from '@tandem/core';

import { method, reads } from '../method.js';
import { createSavedRequestMethods } from './saved-requests.js';

const { list, get, create, update, execute, copy, remove } = createSavedRequestMethods({
  kind: 'graphql',
  codecs: { ...requestArguments.graphql, execute: ExecuteGraphql, request: GraphqlRequest },
  handles: ({ graphql }) => graphql,
  descriptions: {
    update: 'Changes the given fields, replaces lists and variables.',
    execute: 'Like rest_execute; GraphQL errors are part of the response and do not fail it.',
  },
});

export const graphqlCopy = copy;

/** In the order in which interfaces list them. */
export const graphqlMethods = [list, get, create, update, execute, remove] as const;

export const graphqlIntrospect = method({
  name: 'graphql_introspect',
  title: 'Schema of a GraphQL server',
  description:
    'Returns the schema as SDL, an outline if it is long; it is fetched once and kept until Tandem stops.',
  params: IntrospectGraphql,
  result: SchemaText,
  // A URL may contain secrets as variables, so a client should ask before it is called.
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  handle: (application) => application.graphql.introspect,
});

export const graphqlSchema = method({
  name: 'graphql_schema',
  title: 'Schema of a GraphQL request',
  description: 'Returns the schema that was fetched for a GraphQL request, whole, if there is one.',
  audience: 'person',
  params: GetCachedSchema,
  result: GraphqlSchema,
  effects: reads,
  handle: (application) => application.graphql.schema,
});

export const graphqlFetchSchema = method({
  name: 'graphql_fetch_schema',
  title: 'Fetch the schema of a GraphQL request',
  description: "Asks the request's server for its schema and keeps it.",
  audience: 'person',
  params: SchemaOf,
  result: GraphqlSchema,
  effects: { ...reads, openWorld: true },
  handle: (application) => application.graphql.fetchSchema,
});
