import { GraphqlRequestId, requestKindNames, workspaceRef } from '@tandem/core';
import { described, integer, struct, t } from '@tandem/core/codec';

import { requestRef } from '../usecases/request-reference.js';

/** Maximum length of the SDL in an answer to an agent, in bytes. */
export const sdlLimits = { default: 32_768, maximum: 1024 * 1024 } as const;

const wanted = { id: described(GraphqlRequestId, 'The GraphQL request') };

export const SchemaOf = struct('graphql_fetch_schema arguments', wanted, { workspaceId: workspaceRef });
export type SchemaOf = t.TypeOf<typeof SchemaOf>;

export const KeptSchemaOf = struct('graphql_schema arguments', wanted, {
  workspaceId: workspaceRef,
  url: described(t.string, "The URL of the schema; the request's when omitted"),
});
export type KeptSchemaOf = t.TypeOf<typeof KeptSchemaOf>;

const orNull = t.union([t.string, t.null], 'a text or null');

export const GraphqlSchema = struct('the schema of a GraphQL server', {
  /** Null when none was fetched. */
  sdl: orNull,
  fetchedAt: orNull,
  /** Why the last attempt gave no schema; null when it gave one. */
  problem: orNull,
});
export type GraphqlSchema = t.TypeOf<typeof GraphqlSchema>;

export const IntrospectGraphql = struct(
  'graphql_introspect arguments',
  {},
  {
    id: described(requestRef(requestKindNames.graphql.noun), 'A request; its auth and headers are used'),
    url: described(t.string, 'Instead of id'),
    workspaceId: workspaceRef,
    type: described(t.string, 'Only this type'),
    field: described(t.string, 'Only this; with the types it takes and returns'),
    refresh: described(t.boolean, 'Fetch again'),
    maxBytes: described(integer(0, sdlLimits.maximum), 'Default 32768; of the SDL'),
  },
);
export type IntrospectGraphql = t.TypeOf<typeof IntrospectGraphql>;

export const SchemaText = struct(
  'a schema',
  { sdl: orNull, truncated: t.boolean, fetchedAt: orNull },
  { problem: t.string },
);
export type SchemaText = t.TypeOf<typeof SchemaText>;
