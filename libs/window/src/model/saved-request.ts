import type {
  GraphqlRequest,
  GraphqlRequestId,
  GraphqlRequestPatch,
  RestRequest,
  RestRequestId,
  RestRequestPatch,
} from '@tandem/core';

/** The id of a request of either kind; its prefix tells which. */
export type RequestId = RestRequestId | GraphqlRequestId;

/** A saved request of either kind. */
export type SavedRequest = RestRequest | GraphqlRequest;

/** A field of a request that a person edits. */
export type Field = Extract<keyof RestRequestPatch | keyof GraphqlRequestPatch, string>;

/** Some fields of a request, each with its new value. */
export type Edits = Readonly<Partial<Record<Field, unknown>>>;

/** What the tree shows of a request. */
export interface Summary {
  readonly id: RequestId;
  readonly name: string;
  readonly folder: string;
  readonly method: string;
  readonly url: string;
}

/** Whether the id is that of a GraphQL request. */
export const isGraphqlId = (id: string): id is GraphqlRequestId => id.startsWith('gql_');

/** Whether the id is that of a REST request. */
export const isRestId = (id: string): id is RestRequestId => id.startsWith('rest_');

/** Whether the text is the id of a request. */
export const isRequestId = (id: string): id is RequestId => isRestId(id) || isGraphqlId(id);

/** Whether the request is a GraphQL one. */
export const isGraphql = (request: SavedRequest): request is GraphqlRequest => 'query' in request;

/** What makes another request like this one: all that is edited, without id, revision and times. */
export const contentOf = <R extends SavedRequest>(
  request: R,
): Omit<R, 'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt'> => {
  const {
    id: _id,
    workspaceId: _workspace,
    revision: _revision,
    createdAt: _made,
    updatedAt: _at,
    ...content
  } = request;
  return content;
};
