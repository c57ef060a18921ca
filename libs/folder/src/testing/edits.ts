import {
  type Auth,
  type Example,
  checkFolderPath,
  GraphqlRequest,
  type GraphqlVariables,
  parseGraphqlVariables,
  type RequestSettings,
  RestRequest,
} from '@tandem/core';
import type { CreateGraphql } from '@tandem/application';
import { getArbitrary } from '@tandem/core/testing';
import * as fc from 'fast-check';

const createSavedArbitrary = <A extends { readonly name: string }>(whole: fc.Arbitrary<A>) =>
  whole.map((request) => {
    const fields = { ...request } as Record<string, unknown>;
    for (const key of ['id', 'workspaceId', 'revision', 'createdAt', 'updatedAt'])
      Reflect.deleteProperty(fields, key);
    return fields;
  });

const folders = fc.oneof(
  fc.constantFrom('', 'Users', 'users', 'Users/Admins', 'a/b/c', '/odd', 'odd//', 'CON', 'environments'),
  fc.string({ maxLength: 12 }).filter((folder) => checkFolderPath(folder) === null),
);

/** Normalizes a binary body, for which an empty content type means the same as none. */
const normalizeContentType = <A extends { readonly body?: unknown }>(fields: A): A => {
  const body = fields.body as { readonly type: string; readonly contentType?: string } | undefined;
  return body?.type === 'binary' && body.contentType === ''
    ? { ...fields, body: { ...body, contentType: 'a/b' } }
    : fields;
};

const removeEmptyTypes = (fields: Record<string, unknown>): Record<string, unknown> => ({
  ...normalizeContentType(fields),
  examples: (fields.examples as readonly Example[]).map((one) => ({
    ...one,
    request: one.request && normalizeContentType(one.request),
  })),
});

/** Converts an unsupported auth to what a file can contain: its kind, and strings. */
const toFileFields = (fields: Record<string, unknown>) => {
  const auth = fields.auth as Auth;
  if (auth.type !== 'unsupported') return fields;
  const name = `kind of ${auth.name}`;
  return {
    ...fields,
    auth: { ...auth, name, content: { type: name, more: [JSON.stringify(auth.content)] } },
  };
};

/** Converts arbitrary fields to fields that can be saved: without dependencies, whose ids are filled in later, and with a valid age. */
const toSavedFields = (fields: Record<string, unknown>) => {
  const settings = fields.settings as RequestSettings;
  return toFileFields({
    ...fields,
    needs: [],
    settings: settings.maxAge === undefined ? settings : { ...settings, maxAge: '15m' },
  });
};

/** Any HTTP token (RFC 9110, section 5.6.2). Other methods cannot be saved. */
const methods = fc.oneof(
  fc.constantFrom('GET', 'POST', 'get', '__proto__', 'M-SEARCH'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/),
);

/** The fields of an arbitrary new REST request. */
export const anyRest = fc
  .tuple(createSavedArbitrary(getArbitrary(RestRequest)), folders, methods)
  .map(([fields, folder, method]) => removeEmptyTypes(toSavedFields({ ...fields, folder, method })));

/** The fields of an arbitrary new GraphQL request. */
export const anyGraphql = fc
  .tuple(createSavedArbitrary(getArbitrary(GraphqlRequest)), folders)
  .map(([fields, folder]) => {
    const { variables } = fields as { readonly variables: GraphqlVariables };
    // Text that is a JSON object would be stored as an object.
    const stored = typeof variables === 'string' ? parseGraphqlVariables(variables) : variables;
    return toSavedFields({ ...fields, variables: stored, folder }) as CreateGraphql;
  });
