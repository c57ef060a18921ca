import { GraphqlRequestId, requestKindNames, workspaceRef } from '@tandem/core';
import { integer, struct, t, withDescription } from '@tandem/core/codec';

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

/** Maximum number of stored schemas, and of characters in all of them together. */
export const schemaCacheLimits = { schemas: 20, characters: 64 * 1024 * 1024 } as const;

/** The fetched schemas, by request, URL and environment. They last until Tandem stops. */
export interface SchemaCache {
  readonly get: (key: string) => GraphqlSchema;
  readonly put: (key: string, schema: GraphqlSchema) => GraphqlSchema;
}

const none: GraphqlSchema = { sdl: null, fetchedAt: null, problem: null };

const measureSchema = ({ sdl }: GraphqlSchema): number => sdl?.length ?? 0;

/**
 * Opens an empty schema store. Beyond a limit it drops the schemas that were fetched longest ago, but never the
 * newest.
 */
export const createSchemaCache = (
  limits: { readonly schemas: number; readonly characters: number } = schemaCacheLimits,
): SchemaCache => {
  const kept = new Map<string, GraphqlSchema>();
  return {
    get: (key) => kept.get(key) ?? none,
    put: (key, schema) => {
      kept.delete(key);
      kept.set(key, schema);
      let characters = [...kept.values()].reduce((sum, one) => sum + measureSchema(one), 0);
      for (const [oldest, one] of [...kept]) {
        const isWithin = kept.size <= limits.schemas && characters <= limits.characters;
        if (isWithin || oldest === key) break;
        kept.delete(oldest);
        characters -= measureSchema(one);
      }
      return schema;
    },
  };
};
