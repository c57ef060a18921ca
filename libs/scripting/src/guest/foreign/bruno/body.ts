import type { ForeignRequest, ScriptFormField, ScriptGraphql } from '@tandem/core';

import { toText } from '../text.js';
import type { Headers } from './header-list.js';

/** The actual name of a header, ignoring case. */
export const findHeaderKey = (headers: Headers, name: string): string | undefined =>
  Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());

const isForm = (headers: Headers): boolean =>
  headers[findHeaderKey(headers, 'content-type') ?? ''] === 'application/x-www-form-urlencoded';

interface Field {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly enabled?: unknown;
  readonly contentType?: unknown;
}

const toFormField = (name: unknown, value: unknown): ScriptFormField => ({
  name: toText(name),
  value: toText(value ?? ''),
});

const toFormFields = (data: object): readonly ScriptFormField[] => {
  if (Array.isArray(data))
    return (data as readonly Field[])
      .filter(({ enabled }) => enabled !== false)
      .map(({ name, value }) => toFormField(name, value));
  return Object.entries(data).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => toFormField(name, one)),
  );
};

/** The parts of a form. A file has its path in a list. */
const toFormParts = (rows: readonly Field[]): readonly ScriptFormField[] =>
  rows
    .filter(({ enabled }) => enabled !== false)
    .map(({ name, value, contentType }) => ({
      ...toFormField(name, Array.isArray(value) ? (value as readonly unknown[])[0] : value),
      ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
    }));

/** GraphQL whose query or variables were changed in place. */
const toChangedGraphql = (data: object, { saved }: ForeignRequest): ScriptGraphql | undefined => {
  if (!saved?.graphql || !('query' in data)) return undefined;
  const { query, variables, operationName } = data as Readonly<Record<string, unknown>>;
  return {
    query: toText(query),
    variables: toText(variables ?? ''),
    operationName: typeof operationName === 'string' ? operationName : saved.graphql.operationName,
  };
};

/**
 * The body after the scripts. A form stays one unless they set text.
 * @param unchanged the previous body, as JSON: scripts may have changed form fields in place
 */
export const toChangedBody = (
  { data, headers }: { readonly data: unknown; readonly headers: Headers },
  before: ForeignRequest,
  unchanged: string | undefined,
) => {
  if (JSON.stringify(data) === unchanged) return { body: before.body, form: before.form };
  if (data === undefined || data === null || data === '') return { body: null, form: null };
  if (typeof data === 'object' && isForm(headers))
    return { body: before.body, form: { type: 'urlencoded' as const, fields: toFormFields(data) } };
  if (before.form?.type === 'formdata' && Array.isArray(data))
    return {
      body: before.body,
      form: { type: 'formdata' as const, fields: toFormParts(data as readonly Field[]) },
    };
  const graphql = typeof data === 'object' ? toChangedGraphql(data, before) : undefined;
  if (graphql !== undefined) return { body: before.body, form: null, graphql };
  return { body: toText(data), form: null };
};
