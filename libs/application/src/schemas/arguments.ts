import { GraphqlRequestId, requestKindNames, workspaceRef } from '@tandem/core';
import { withDescription, integer, struct, t } from '@tandem/core/codec';

import { requestRef } from '../requests/request-reference.js';

/** Maximum length of the SDL in a response to an agent, in bytes. */
export const sdlLimits = { default: 32_768, maximum: 1024 * 1024 } as const;

const requestIdField = { id: withDescription(GraphqlRequestId, 'The GraphQL request') };

export const SchemaOf = struct('graphql_fetch_schema arguments', requestIdField, {
  workspaceId: workspaceRef,
});
export type SchemaOf = t.TypeOf<typeof SchemaOf>;

export const GetCachedSchema = struct('graphql_schema arguments', requestIdField, {
  workspaceId: workspaceRef,
  url: withDescription(t.string, "The URL of the schema; the request's when omitted"),
});
export type GetCachedSchema = t.TypeOf<typeof GetCachedSchema>;

const orNull = t.union([t.string, t.null], 'a text or null');

export const GraphqlSchema = struct('the schema of a GraphQL server', {
  /** Null if none was fetched. */
  sdl: orNull,
  fetchedAt: orNull,
  /** Why the last attempt returned no schema. Null if it returned one. */
  problem: orNull,
});
export type GraphqlSchema = t.TypeOf<typeof GraphqlSchema>;

export const IntrospectGraphql = struct(
  'graphql_introspect arguments',
  {},
  {
    id: withDescription(
      requestRef(requestKindNames.graphql.noun),
      'A request; its auth and headers are used',
    ),
    url: withDescription(t.string, 'Instead of id'),
    workspaceId: workspaceRef,
    type: withDescription(t.string, 'Only this type'),
    field: withDescription(t.string, 'Only this; with the types it takes and returns'),
    refresh: withDescription(t.boolean, 'Fetch again'),
    maxBytes: withDescription(integer(0, sdlLimits.maximum), 'Default 32768; of the SDL'),
  },
);
export type IntrospectGraphql = t.TypeOf<typeof IntrospectGraphql>;

export const SchemaText = struct(
  'a schema',
  { sdl: orNull, truncated: t.boolean, fetchedAt: orNull },
  { problem: t.string },
);
export type SchemaText = t.TypeOf<typeof SchemaText>;
