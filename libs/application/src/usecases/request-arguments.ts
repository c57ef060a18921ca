import { Diagnostic, type RequestKindOf, requestKinds, RestRequest, workspaceRef } from '@tandem/core';
import { defaulted, described, type Fields, integer, struct, t } from '@tandem/core/codec';

const workspaceId = workspaceRef;
const ifRevision = described(integer(1), 'Only if at this revision');

/** How many requests a list has by default. */
const defaultTake = 100;

const withoutName = <F extends Fields>({ name: _, ...others }: F): Omit<F, 'name'> => others;

interface Kind<I extends t.Any, F extends Fields, S extends t.Any> extends Pick<
  RequestKindOf<never, unknown>,
  'kind' | 'noun'
> {
  readonly id: I;
  readonly fields: F & { readonly name: t.Type<string, string> };
  readonly summary: S;
}

/** The arguments of a kind's tools, and what its list gives. */
const argumentsOf = <I extends t.Any, F extends Fields, S extends t.Any>({
  kind,
  noun,
  id: codec,
  fields,
  summary,
}: Kind<I, F, S>) => {
  const id = described(codec, 'Request id');
  const { name } = fields;
  return {
    list: struct(
      `${kind}_list arguments`,
      { take: described(defaulted(integer(1, 500), defaultTake), 'How many') },
      {
        workspaceId,
        folder: described(t.string, 'Only requests in this folder and its subfolders'),
        search: described(t.string, 'Part of the name or URL'),
        cursor: described(t.string, 'nextCursor of previous page'),
      },
    ),
    page: struct(`a list of ${noun}s`, { requests: t.readonlyArray(summary) }, { nextCursor: t.string }),
    get: struct(`${kind}_get arguments`, { id }, { workspaceId }),
    create: struct(`${kind}_create arguments`, { name }, { workspaceId, ...withoutName(fields) }),
    update: struct(`${kind}_update arguments`, { id }, { workspaceId, ...fields, ifRevision }),
    remove: struct(`${kind}_delete arguments`, { id }, { workspaceId, ifRevision }),
  };
};

export const Deleted = struct('what was deleted', { deleted: t.string });
export type Deleted = t.TypeOf<typeof Deleted>;

const rest = argumentsOf(requestKinds.rest);

export const ListRest = rest.list;
export type ListRest = t.TypeOf<typeof ListRest>;

export const RestRequestList = rest.page;
export type RestRequestList = t.TypeOf<typeof RestRequestList>;

export const GetRest = rest.get;
export type GetRest = t.TypeOf<typeof GetRest>;

export const CreateRest = rest.create;
export type CreateRest = t.TypeOf<typeof CreateRest>;

export const UpdateRest = rest.update;
export type UpdateRest = t.TypeOf<typeof UpdateRest>;

export const DeleteRest = rest.remove;
export type DeleteRest = t.TypeOf<typeof DeleteRest>;

const graphql = argumentsOf(requestKinds.graphql);

export const ListGraphql = graphql.list;
export type ListGraphql = t.TypeOf<typeof ListGraphql>;

export const GraphqlRequestList = graphql.page;
export type GraphqlRequestList = t.TypeOf<typeof GraphqlRequestList>;

export const GetGraphql = graphql.get;
export type GetGraphql = t.TypeOf<typeof GetGraphql>;

export const CreateGraphql = graphql.create;
export type CreateGraphql = t.TypeOf<typeof CreateGraphql>;

export const UpdateGraphql = graphql.update;
export type UpdateGraphql = t.TypeOf<typeof UpdateGraphql>;

export const DeleteGraphql = graphql.remove;
export type DeleteGraphql = t.TypeOf<typeof DeleteGraphql>;

export const UpdateRestScript = struct(
  'rest_update_script arguments',
  { id: described(requestKinds.rest.id, 'Request id'), script: requestKinds.rest.fields.script },
  { workspaceId, ifRevision },
);
export type UpdateRestScript = t.TypeOf<typeof UpdateRestScript>;

/** A request and what there is to say about it. */
export const CheckedRestRequest = struct('a REST request and diagnostics', {
  request: RestRequest,
  diagnostics: t.readonlyArray(Diagnostic),
});
export type CheckedRestRequest = t.TypeOf<typeof CheckedRestRequest>;
