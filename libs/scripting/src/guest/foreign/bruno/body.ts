import type { ForeignRequest, ScriptFormField } from '@tandem/core';

import { textOf } from '../text.js';
import type { Headers } from './header-list.js';

/** The name under which headers have a header, whatever its case. */
export const keyIn = (headers: Headers, name: string): string | undefined =>
  Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());

const isForm = (headers: Headers): boolean =>
  headers[keyIn(headers, 'content-type') ?? ''] === 'application/x-www-form-urlencoded';

interface Field {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly enabled?: unknown;
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

/**
 * The body as the scripts left it; a form stays one unless they set a text.
 * @param unchanged what it was before, as JSON: scripts may have changed the fields of a form where they are
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
  return { body: textOf(data), form: null };
};
