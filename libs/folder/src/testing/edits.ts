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

/** A binary body without a type has no type; an empty type is equivalent. */
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

/** An unsupported auth has the fields of a file: its kind, and strings. */
const toFileFields = (fields: Record<string, unknown>) => {
  const auth = fields.auth as Auth;
  if (auth.type !== 'unsupported') return fields;
  const name = `kind of ${auth.name}`;
  return {
    ...fields,
    auth: { ...auth, name, content: { type: name, more: [JSON.stringify(auth.content)] } },
  };
};

/** Dependencies with ids to be filled in, and an age that can be saved. */
const toSavedFields = (fields: Record<string, unknown>) => {
  const settings = fields.settings as RequestSettings;
  return toFileFields({
    ...fields,
    needs: [],
    settings: settings.maxAge === undefined ? settings : { ...settings, maxAge: '15m' },
  });
};

/** Any token (RFC 9110, section 5.6.2): no other method can be saved. */
const methods = fc.oneof(
  fc.constantFrom('GET', 'POST', 'get', '__proto__', 'M-SEARCH'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/),
);

/** The fields for creating an arbitrary REST request. */
export const anyRest = fc
  .tuple(createSavedArbitrary(getArbitrary(RestRequest)), folders, methods)
  .map(([fields, folder, method]) => removeEmptyTypes(toSavedFields({ ...fields, folder, method })));

/** Any GraphQL request, as one is created. */
export const anyGraphql = fc
  .tuple(createSavedArbitrary(getArbitrary(GraphqlRequest)), folders)
  .map(([fields, folder]) => {
    const { variables } = fields as { readonly variables: GraphqlVariables };
    // Text that is a JSON object is stored as an object.
    const stored = typeof variables === 'string' ? parseGraphqlVariables(variables) : variables;
    return toSavedFields({ ...fields, variables: stored, folder }) as CreateGraphql;
  });
