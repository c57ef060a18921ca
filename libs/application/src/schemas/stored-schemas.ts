import { cutFields, GraphqlRequestId, requestKindNames, type Workspace, workspaceRef } from '@tandem/core';
import { integer, struct, t, withDescription } from '@tandem/core/codec';

import { createRequestReference } from '../requests/request-reference.js';

/** Maximum length of the SDL in a response to an agent, in bytes. */
export const sdlLimits = { default: 32_768, maximum: 1024 * 1024 } as const;

const requestIdField = { id: withDescription(GraphqlRequestId, 'The GraphQL request') };

export const FetchSchemaArguments = struct('graphql_fetch_schema arguments', requestIdField, {
  workspaceId: workspaceRef,
});
export type FetchSchemaArguments = t.TypeOf<typeof FetchSchemaArguments>;

export const GetCachedSchemaArguments = struct('graphql_schema arguments', requestIdField, {
  workspaceId: workspaceRef,
  url: withDescription(t.string, "The URL of the schema; the request's when omitted"),
});
export type GetCachedSchemaArguments = t.TypeOf<typeof GetCachedSchemaArguments>;

const orNull = t.union([t.string, t.null], 'a text or null');

export const GraphqlSchema = struct('the schema of a GraphQL server', {
  /** Null if none was fetched. */
  sdl: orNull,
  fetchedAt: orNull,
  /** Why the last attempt to fetch the schema failed. Null if it did not. */
  problem: orNull,
});
export type GraphqlSchema = t.TypeOf<typeof GraphqlSchema>;

export const IntrospectGraphqlArguments = struct(
  'graphql_introspect arguments',
  {},
  {
    id: withDescription(
      createRequestReference(requestKindNames.graphql.noun),
      'A request; its auth and headers are used',
    ),
    url: withDescription(t.string, 'Instead of id'),
    workspaceId: workspaceRef,
    type: withDescription(t.string, 'Only this type'),
    field: withDescription(t.string, 'Only this field; with the types that it takes and returns'),
    refresh: withDescription(t.boolean, 'Fetch again'),
    offset: withDescription(integer(0), 'First byte; a nextOffset'),
    maxBytes: withDescription(integer(0, sdlLimits.maximum), 'Bytes of SDL, default 32768'),
  },
);
export type IntrospectGraphqlArguments = t.TypeOf<typeof IntrospectGraphqlArguments>;

export const SchemaText = struct(
  'a schema',
  { sdl: orNull, truncated: t.boolean, fetchedAt: orNull },
  { size: cutFields.size, nextOffset: cutFields.nextOffset, problem: t.string },
);
export type SchemaText = t.TypeOf<typeof SchemaText>;

/** Maximum number of cached schemas, and of UTF-16 units in all of them together. */
export const schemaCacheLimits = { schemas: 20, characters: 64 * 1024 * 1024 } as const;

/** The key of a cached schema. Another URL, or another environment whose variables the URL uses, may mean another server. */
export interface SchemaKey {
  readonly workspaceId: string;
  readonly environmentId: string | null;
  /** The id of the request; empty for a URL without a saved request. */
  readonly requestId: string;
  readonly url: string;
}

/** The key of a schema that is fetched now. */
export const toSchemaKey = (
  { id, activeEnvironmentId }: Pick<Workspace, 'id' | 'activeEnvironmentId'>,
  url: string,
  requestId = '',
): SchemaKey => ({ workspaceId: id, environmentId: activeEnvironmentId, requestId, url });

/** The fetched schemas, in memory. */
export interface SchemaCache {
  readonly get: (key: SchemaKey) => GraphqlSchema;
  readonly put: (key: SchemaKey, schema: GraphqlSchema) => GraphqlSchema;
  /** The SDL for a request: the schema that was fetched for it, or else the newest that another request fetched from the same URL. */
  readonly findSdl: (key: SchemaKey) => string | undefined;
}

interface StoredSchema {
  readonly key: SchemaKey;
  readonly schema: GraphqlSchema;
}

const toText = ({ workspaceId, environmentId, requestId, url }: SchemaKey): string =>
  JSON.stringify([workspaceId, environmentId, requestId, url]);

const isSameServer = (one: SchemaKey, other: SchemaKey): boolean =>
  toText({ ...one, requestId: '' }) === toText({ ...other, requestId: '' });

const missingSchema: GraphqlSchema = { sdl: null, fetchedAt: null, problem: null };

const measureSchema = ({ sdl }: GraphqlSchema): number => sdl?.length ?? 0;

/** Creates an empty cache. Beyond a limit it drops the schemas that were fetched first, but never the newest. */
export const createSchemaCache = (
  limits: { readonly schemas: number; readonly characters: number } = schemaCacheLimits,
): SchemaCache => {
  const cache = new Map<string, StoredSchema>();
  return {
    get: (key) => cache.get(toText(key))?.schema ?? missingSchema,
    put: (key, schema) => {
      const text = toText(key);
      cache.delete(text);
      cache.set(text, { key, schema });
      let characters = [...cache.values()].reduce((sum, one) => sum + measureSchema(one.schema), 0);
      for (const [oldest, one] of [...cache]) {
        const isWithin = cache.size <= limits.schemas && characters <= limits.characters;
        if (isWithin || oldest === text) break;
        cache.delete(oldest);
        characters -= measureSchema(one.schema);
      }
      return schema;
    },
    findSdl: (key) => {
      const own = cache.get(toText(key))?.schema.sdl;
      const others = [...cache.values()].filter(
        (one) => isSameServer(one.key, key) && one.schema.sdl !== null,
      );
      return own ?? others.at(-1)?.schema.sdl ?? undefined;
    },
  };
};
