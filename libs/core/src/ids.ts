import { IdType, type t } from './codec/index.js';
import { mapRequestKinds, type RequestKind, requestKindNames } from './requests/request-kind.js';

/** Exported only because declarations name it. */
export interface WorkspaceIdBrand {
  readonly WorkspaceId: unique symbol;
}
/** Exported only because declarations name it. */
export interface EnvironmentIdBrand {
  readonly EnvironmentId: unique symbol;
}
/** Exported only because declarations name it. */
export interface RestRequestIdBrand {
  readonly RestRequestId: unique symbol;
}
/** Exported only because declarations name it. */
export interface GraphqlRequestIdBrand {
  readonly GraphqlRequestId: unique symbol;
}
/** Exported only because declarations name it. */
export interface FolderIdBrand {
  readonly FolderId: unique symbol;
}
/** Exported only because declarations name it. */
export interface ExecutionIdBrand {
  readonly ExecutionId: unique symbol;
}

/** The id prefix of each kind of entity, without the underscore. */
export const idPrefixes: Readonly<
  Record<'workspace' | 'environment' | 'execution' | 'folder' | RequestKind, string>
> = {
  workspace: 'ws',
  environment: 'env',
  execution: 'exec',
  folder: 'fold',
  ...mapRequestKinds((kind) => requestKindNames[kind].prefix),
};

/** Creates the pattern of ids with this prefix: the prefix, `_` and sixteen characters of `[0-9a-z]`. */
export const createIdPattern = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9a-z]{16}$`);

const createIdCodec = <B>(prefix: string, entity: string) =>
  new IdType<B>(`${/^[aeiou]/.test(entity) ? 'an' : 'a'} ${entity} id`, createIdPattern(prefix), entity);

export const WorkspaceId = createIdCodec<WorkspaceIdBrand>(idPrefixes.workspace, 'workspace');
export type WorkspaceId = t.TypeOf<typeof WorkspaceId>;

export const EnvironmentId = createIdCodec<EnvironmentIdBrand>(idPrefixes.environment, 'environment');
export type EnvironmentId = t.TypeOf<typeof EnvironmentId>;

export const RestRequestId = createIdCodec<RestRequestIdBrand>(idPrefixes.rest, 'REST request');
export type RestRequestId = t.TypeOf<typeof RestRequestId>;

export const GraphqlRequestId = createIdCodec<GraphqlRequestIdBrand>(idPrefixes.graphql, 'GraphQL request');
export type GraphqlRequestId = t.TypeOf<typeof GraphqlRequestId>;

export const FolderId = createIdCodec<FolderIdBrand>(idPrefixes.folder, 'folder');
export type FolderId = t.TypeOf<typeof FolderId>;

export const ExecutionId = createIdCodec<ExecutionIdBrand>(idPrefixes.execution, 'execution');
export type ExecutionId = t.TypeOf<typeof ExecutionId>;
