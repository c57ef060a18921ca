import {
  Diagnostic,
  GraphqlRequest,
  type RequestKind,
  type RequestKindOf,
  requestKinds,
  RestRequest,
  workspaceRef,
} from '@tandem/core';
import {
  withDefault,
  withDescription,
  type Fields,
  integer,
  struct,
  StructType,
  t,
} from '@tandem/core/codec';

import { ScriptEdit } from './edit-script.js';
import { createRequestReference } from './request-reference.js';
import { acceptWrittenForms } from './written-forms.js';

const workspaceId = workspaceRef;
const ifRevision = withDescription(integer(1), 'Must match');

/** Default number of requests in a list. */
const defaultTake = 100;

const omitName = <F extends Fields>({ name: _, ...others }: F): Omit<F, 'name'> => others;

interface Kind<F extends Fields, S extends t.Any> extends Pick<
  RequestKindOf<never, unknown>,
  'kind' | 'noun'
> {
  readonly fields: F & { readonly name: t.Type<string, string> };
  readonly summary: S;
}

const createArguments = <F extends Fields, S extends t.Any>({
  kind,
  noun,
  fields: given,
  summary,
}: Kind<F, S>) => {
  const id = withDescription(createRequestReference(noun), 'Id or path');
  const fields = acceptWrittenForms(given);
  const { name } = fields;
  return {
    list: struct(
      `${kind}_list arguments`,
      { take: withDescription(withDefault(integer(1, 500), defaultTake), 'How many') },
      {
        workspaceId,
        folder: withDescription(t.string, 'With all below'),
        tag: withDescription(t.string, 'One tag'),
        search: withDescription(
          t.string,
          'Words; each in name, folder, method, URL, headers, body, script or description',
        ),
        cursor: withDescription(t.string, 'A nextCursor'),
      },
    ),
    page: struct(`a list of ${noun}s`, { requests: t.readonlyArray(summary) }, { nextCursor: t.string }),
    get: struct(`${kind}_get arguments`, { id }, { workspaceId }),
    create: struct(`${kind}_create arguments`, { name }, { workspaceId, ...omitName(fields) }),
    update: struct(`${kind}_update arguments`, { id }, { workspaceId, ...fields, ifRevision }),
    copy: struct(
      `${kind}_copy arguments`,
      { id },
      {
        workspaceId,
        name: withDescription(name, 'Name of the copy'),
        folder: withDescription(t.string, 'Default: its own'),
      },
    ),
    remove: struct(`${kind}_delete arguments`, { id }, { workspaceId, ifRevision }),
  };
};

export const DeletionResult = struct('what was deleted', { deleted: t.string });
export type DeletionResult = t.TypeOf<typeof DeletionResult>;

/** For each kind of request, the arguments of its operations and the codec of its list. */
export const requestArguments = {
  rest: createArguments(requestKinds.rest),
  graphql: createArguments(requestKinds.graphql),
} satisfies Readonly<Record<RequestKind, unknown>>;

/** The arguments of `rest_create`. */
export type CreateRest = t.TypeOf<typeof requestArguments.rest.create>;
/** The arguments of `graphql_create`. */
export type CreateGraphql = t.TypeOf<typeof requestArguments.graphql.create>;

/** A saved GraphQL request, with the problems of its document if its schema is stored. */
export const CheckedGraphqlRequest = new StructType<
  GraphqlRequest & { readonly diagnostics?: readonly Diagnostic[] }
>(GraphqlRequest.name, GraphqlRequest.required, {
  ...GraphqlRequest.optional,
  diagnostics: t.readonlyArray(Diagnostic),
});
export type CheckedGraphqlRequest = t.TypeOf<typeof CheckedGraphqlRequest>;

export const UpdateRestScript = struct(
  'rest_update_script arguments',
  {
    id: withDescription(createRequestReference(requestKinds.rest.noun), 'Its id'),
  },
  {
    workspaceId,
    script: requestKinds.rest.fields.script,
    edits: withDescription(
      t.readonlyArray(ScriptEdit, 'a list of edits {"old": "…", "new": "…"}'),
      'Instead of script',
    ),
    ifRevision,
  },
);
export type UpdateRestScript = t.TypeOf<typeof UpdateRestScript>;

/** A request with its diagnostics. `diff` is a unified diff of its script. */
export const CheckedRestRequest = struct(
  'a REST request and diagnostics',
  { request: RestRequest, diagnostics: t.readonlyArray(Diagnostic) },
  { diff: t.string },
);
export type CheckedRestRequest = t.TypeOf<typeof CheckedRestRequest>;
