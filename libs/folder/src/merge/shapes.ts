import type { FolderKind } from '@tandem/core';

/** How a field is compared and merged: whole, by line, pair by pair, key by key, or by the body's type. */
export type FieldShape = 'scalar' | 'text' | 'pairs' | 'record' | 'body';

const request = {
  name: 'scalar',
  folder: 'scalar',
  seq: 'scalar',
  description: 'text',
  url: 'scalar',
  headers: 'pairs',
  auth: 'scalar',
  script: 'text',
  settings: 'record',
} as const satisfies Record<string, FieldShape>;

/** The fields of each kind of entity that the folder holds. */
export const shapes: Readonly<Record<FolderKind, Readonly<Record<string, FieldShape>>>> = {
  workspace: { name: 'scalar' },
  environment: { name: 'scalar', variables: 'pairs', secrets: 'pairs' },
  rest: { ...request, method: 'scalar', pathParams: 'pairs', queryParams: 'pairs', body: 'body' },
  graphql: { ...request, query: 'text', variables: 'record', operationName: 'scalar' },
};
