import type { t } from '../../codec/index.js';
import type { GraphqlRequest } from '../../requests/graphql-request.js';
import type { WorkspaceId } from '../../ids.js';
import type { RequestKind, RequestNoun } from '../../requests/request-kind.js';
import type { RestRequest } from '../../requests/rest-request.js';
import type { Repositories } from '../../ports/repositories.js';
import type { SavedRequests } from '../../ports/saved-requests.js';
import { requestKinds, type RequestOf, type RequestSummaryOf } from '../../request-kinds.js';
import { sampleGraphqlRequest, sampleRequest } from '../samples.js';

/** The fields of every kind of saved request. */
export type AnyRequest = Pick<
  RestRequest,
  'workspaceId' | 'name' | 'folder' | 'description' | 'url' | 'tags' | 'script' | 'revision'
> & { readonly id: string };

/** A kind of saved request, for the contracts. */
export interface RequestKindUnderTest<A extends AnyRequest, S> {
  readonly entity: RequestNoun;
  readonly codec: t.Type<A, unknown>;
  readonly of: (store: Repositories) => SavedRequests<A, S>;
  readonly sample: (workspaceId: WorkspaceId, more?: Partial<AnyRequest>) => A;
  readonly summaryOf: (request: A) => S;
}

const underTest: {
  readonly [K in RequestKind]: RequestKindUnderTest<RequestOf<K>, RequestSummaryOf<K>>;
} = {
  rest: {
    ...requestKinds.rest,
    entity: requestKinds.rest.noun,
    sample: (workspaceId, more) => sampleRequest(workspaceId, more as Partial<RestRequest>),
  },
  graphql: {
    ...requestKinds.graphql,
    entity: requestKinds.graphql.noun,
    sample: (workspaceId, more) => sampleGraphqlRequest(workspaceId, more as Partial<GraphqlRequest>),
  },
};

/** Each kind of saved request with a function that creates samples of it. A repository accepts only requests of its own kind. */
export const kindsUnderTest = Object.values(underTest) as unknown as readonly RequestKindUnderTest<
  AnyRequest,
  RequestSummaryOf<RequestKind>
>[];
