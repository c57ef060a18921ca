import type { GraphqlSchema } from './arguments.js';

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
