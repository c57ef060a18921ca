import type { ForeignRequest, ScriptFormField, ScriptGraphql } from '@tandem/core';

import { textOf } from '../text.js';
import type { Headers } from './header-list.js';

/** The actual name of a header, ignoring case. */
export const keyIn = (headers: Headers, name: string): string | undefined =>
  Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());

const isForm = (headers: Headers): boolean =>
  headers[keyIn(headers, 'content-type') ?? ''] === 'application/x-www-form-urlencoded';

interface Field {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly enabled?: unknown;
  readonly contentType?: unknown;
}

const fieldOf = (name: unknown, value: unknown): ScriptFormField => ({
  name: textOf(name),
  value: textOf(value ?? ''),
});

const fieldsOf = (data: object): readonly ScriptFormField[] => {
  if (Array.isArray(data))
    return (data as readonly Field[])
      .filter(({ enabled }) => enabled !== false)
      .map(({ name, value }) => fieldOf(name, value));
  return Object.entries(data).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => fieldOf(name, one)),
  );
};

/** The parts of a form. A file has its path in a list. */
const partsOf = (rows: readonly Field[]): readonly ScriptFormField[] =>
  rows
    .filter(({ enabled }) => enabled !== false)
    .map(({ name, value, contentType }) => ({
      ...fieldOf(name, Array.isArray(value) ? (value as readonly unknown[])[0] : value),
      ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
    }));

/** GraphQL whose query or variables were changed in place. */
const graphqlAfter = (data: object, { saved }: ForeignRequest): ScriptGraphql | undefined => {
  if (!saved?.graphql || !('query' in data)) return undefined;
  const { query, variables, operationName } = data as Readonly<Record<string, unknown>>;
  return {
    query: textOf(query),
    variables: textOf(variables ?? ''),
    operationName: typeof operationName === 'string' ? operationName : saved.graphql.operationName,
  };
};

/**
 * The body after the scripts. A form stays one unless they set text.
 * @param unchanged the previous body, as JSON: scripts may have changed form fields in place
 */
export const bodyAfter = (
  { data, headers }: { readonly data: unknown; readonly headers: Headers },
  before: ForeignRequest,
  unchanged: string | undefined,
) => {
  if (JSON.stringify(data) === unchanged) return { body: before.body, form: before.form };
  if (data === undefined || data === null || data === '') return { body: null, form: null };
  if (typeof data === 'object' && isForm(headers))
    return { body: before.body, form: { type: 'urlencoded' as const, fields: fieldsOf(data) } };
  if (before.form?.type === 'formdata' && Array.isArray(data))
    return {
      body: before.body,
      form: { type: 'formdata' as const, fields: partsOf(data as readonly Field[]) },
    };
  const graphql = typeof data === 'object' ? graphqlAfter(data, before) : undefined;
  if (graphql !== undefined) return { body: before.body, form: null, graphql };
  return { body: textOf(data), form: null };
};
