import type { t } from '../../codec/index.js';
import type { RequestNoun } from '../../domain/errors.js';
import {
  GraphqlRequest,
  graphqlSummaryOf,
  type GraphqlRequestSummary,
} from '../../domain/graphql-request.js';
import type { WorkspaceId } from '../../domain/ids.js';
import { RestRequest, type RestRequestSummary, summaryOf } from '../../domain/rest-request.js';
import type { Repositories, SavedRequests } from '../../ports/repositories.js';
import { sampleGraphqlRequest, sampleRequest } from '../samples.js';

/** What every kind of saved request has. */
export type AnyRequest = Pick<
  RestRequest,
  'workspaceId' | 'name' | 'folder' | 'description' | 'url' | 'script' | 'revision'
> & { readonly id: string };

/** A kind of saved request as the contracts need it. */
export interface RequestKindUnderTest<A extends AnyRequest, S> {
  readonly entity: RequestNoun;
  readonly codec: t.Type<A, unknown>;
  readonly of: (store: Repositories) => SavedRequests<A, S>;
  readonly sample: (workspaceId: WorkspaceId, more?: Partial<AnyRequest>) => A;
  readonly summaryOf: (request: A) => S;
}

export const restKind: RequestKindUnderTest<RestRequest, RestRequestSummary> = {
  entity: 'REST request',
  codec: RestRequest,
  of: ({ restRequests }) => restRequests,
  sample: (workspaceId, more) => sampleRequest(workspaceId, more as Partial<RestRequest>),
  summaryOf,
};

export const graphqlKind: RequestKindUnderTest<GraphqlRequest, GraphqlRequestSummary> = {
  entity: 'GraphQL request',
  codec: GraphqlRequest,
  of: ({ graphqlRequests }) => graphqlRequests,
  sample: (workspaceId, more) => sampleGraphqlRequest(workspaceId, more as Partial<GraphqlRequest>),
  summaryOf: graphqlSummaryOf,
};
