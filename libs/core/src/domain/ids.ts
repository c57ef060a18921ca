import { IdType, type t } from '../codec/index.js';

export interface WorkspaceIdBrand {
  readonly WorkspaceId: unique symbol;
}
export interface EnvironmentIdBrand {
  readonly EnvironmentId: unique symbol;
}
export interface RestRequestIdBrand {
  readonly RestRequestId: unique symbol;
}
export interface GraphqlRequestIdBrand {
  readonly GraphqlRequestId: unique symbol;
}
export interface ExecutionIdBrand {
  readonly ExecutionId: unique symbol;
}

/** What an id looks like: a typed prefix and sixteen of `[0-9a-z]`. */
export const idPattern = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9a-z]{16}$`);

const idCodec = <B>(prefix: string, name: string) => new IdType<B>(name, idPattern(prefix));

export const WorkspaceId = idCodec<WorkspaceIdBrand>('ws', 'a workspace id');
export type WorkspaceId = t.TypeOf<typeof WorkspaceId>;

export const EnvironmentId = idCodec<EnvironmentIdBrand>('env', 'an environment id');
export type EnvironmentId = t.TypeOf<typeof EnvironmentId>;

export const RestRequestId = idCodec<RestRequestIdBrand>('rest', 'a REST request id');
export type RestRequestId = t.TypeOf<typeof RestRequestId>;

export const GraphqlRequestId = idCodec<GraphqlRequestIdBrand>('gql', 'a GraphQL request id');
export type GraphqlRequestId = t.TypeOf<typeof GraphqlRequestId>;

export const ExecutionId = idCodec<ExecutionIdBrand>('exec', 'an execution id');
export type ExecutionId = t.TypeOf<typeof ExecutionId>;
