import { struct, t } from './codec/index.js';
import type { AppError } from './errors.js';
import {
  graphqlDefaults,
  graphqlFields,
  GraphqlRequest,
  GraphqlRequestPatch,
  GraphqlRequestSummary,
  toGraphqlSummary,
} from './requests/graphql-request.js';
import { GraphqlRequestId, RestRequestId, type WorkspaceId } from './ids.js';
import {
  defaultRequestKind,
  findRequestKind,
  type RequestKind,
  requestKindList,
  requestKindNames,
  type RequestNoun,
} from './requests/request-kind.js';
import { checkExamples } from './requests/example.js';
import { checkMaxAge, checkTags } from './requests/fields.js';
import {
  checkMethod,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestPatch,
  RestRequestSummary,
  toRestSummary,
} from './requests/rest-request.js';
import type { SavedRequests } from './ports/saved-requests.js';

/** The fields of every saved request, regardless of kind. */
export interface AnyRequest {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly folder: string;
  /** The ids of the requests that are executed before this request. A file may list ids of missing requests. */
  readonly needs: readonly string[];
  readonly tags: readonly string[];
  readonly script: string;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The names, codecs and functions that differ between kinds of saved requests: `A` is the type of the whole request, `S` that of its
 * summary in a list.
 */
export interface RequestKindOf<A extends AnyRequest, S> {
  /** The name of the kind in changes and folders. It is also the first word of the names of its tools. */
  readonly kind: RequestKind;
  /** The noun for messages. */
  readonly noun: RequestNoun;
  /** The prefix of the ids, without the underscore. */
  readonly prefix: string;
  /** The HTTP method of all requests of the kind. Null if each request has its own. */
  readonly fixedMethod: string | null;
  readonly id: t.Type<A['id'], string>;
  readonly codec: t.Type<A, unknown>;
  readonly summary: t.Type<S, unknown>;
  readonly summaryOf: (request: A) => S;
  /** Any of the fields that a person or an agent may set. */
  readonly patch: t.Any;
  readonly fields: Readonly<Record<string, t.Any>>;
  /** The defaults of a new request. */
  readonly defaults: object;
  /** Why these fields cannot be saved although their codecs accept them. `at` is the path of the object that contains them. */
  readonly problemOf: (fields: Partial<A>, at?: string) => AppError | undefined;
  readonly of: (repositories: RequestRepositories) => SavedRequests<A, S>;
}

/** A saved request of each kind, whole and as a summary. */
interface RequestTypes {
  readonly rest: { readonly whole: RestRequest; readonly summary: RestRequestSummary };
  readonly graphql: { readonly whole: GraphqlRequest; readonly summary: GraphqlRequestSummary };
}

/** A whole request of a kind. */
export type RequestOf<K extends RequestKind> = RequestTypes[K]['whole'];

/** The summary of a request of a kind. */
export type RequestSummaryOf<K extends RequestKind> = RequestTypes[K]['summary'];

type RequestKindRecord<K extends RequestKind> = RequestKindOf<RequestOf<K>, RequestSummaryOf<K>>;

/** The repository of each kind, by its name in a store. */
export type RequestRepositories = {
  readonly [K in RequestKind as `${K}Requests`]: SavedRequests<RequestOf<K>, RequestSummaryOf<K>>;
};

/** Every kind of saved request. Use cases, stores and folders look up here whatever depends on the kind. */
export const requestKinds = {
  rest: {
    kind: 'rest',
    ...requestKindNames.rest,
    id: RestRequestId,
    codec: RestRequest,
    summary: RestRequestSummary,
    summaryOf: toRestSummary,
    patch: RestRequestPatch,
    fields: restFields,
    defaults: restDefaults,
    problemOf: ({ method, settings, tags, examples }: Partial<RestRequest>, at = '') =>
      checkMethod(method, `${at}method`) ??
      checkMaxAge(settings?.maxAge, `${at}settings.maxAge`) ??
      checkTags(tags, `${at}tags`) ??
      checkExamples(examples, `${at}examples`),
    of: ({ restRequests }: RequestRepositories) => restRequests,
  },
  graphql: {
    kind: 'graphql',
    ...requestKindNames.graphql,
    id: GraphqlRequestId,
    codec: GraphqlRequest,
    summary: GraphqlRequestSummary,
    summaryOf: toGraphqlSummary,
    patch: GraphqlRequestPatch,
    fields: graphqlFields,
    defaults: graphqlDefaults,
    problemOf: ({ settings, tags }: Partial<GraphqlRequest>, at = '') =>
      checkMaxAge(settings?.maxAge, `${at}settings.maxAge`) ?? checkTags(tags, `${at}tags`),
    of: ({ graphqlRequests }: RequestRepositories) => graphqlRequests,
  },
} as const satisfies { readonly [K in RequestKind]: RequestKindRecord<K> };

const records: { readonly [K in RequestKind]: RequestKindRecord<K> } = requestKinds;

/** Creates a repository for each kind. */
export const createRequestRepositories = (
  make: <K extends RequestKind>(
    kind: K,
    record: RequestKindRecord<K>,
  ) => SavedRequests<RequestOf<K>, RequestSummaryOf<K>>,
): RequestRepositories => {
  const named = <K extends RequestKind>(kind: K) => [`${kind}Requests`, make(kind, records[kind])];
  return Object.fromEntries(requestKindList.map(named)) as RequestRepositories;
};

/** A list with at least two items, as a union codec requires. */
type AtLeastTwo<A> = [A, A, ...A[]];
type AnyRecord = (typeof requestKinds)[RequestKind];

const everyRecord: readonly AnyRecord[] = requestKindList.map((kind) => requestKinds[kind]);

export const RequestId = t.union(
  everyRecord.map(({ id }) => id) as AtLeastTwo<AnyRecord['id']>,
  'a request id',
);
export type RequestId = t.TypeOf<typeof RequestId>;

/** A request of any kind as shown in the tree. */
export const RequestSummary = struct('a request summary', {
  id: RequestId,
  name: t.string,
  folder: t.string,
  method: t.string,
  url: t.string,
});
export type RequestSummary = t.TypeOf<typeof RequestSummary>;

/** A whole request of any kind. */
export const SavedRequest = t.union(
  everyRecord.map(({ codec }) => codec) as AtLeastTwo<AnyRecord['codec']>,
  'a request',
);
export type SavedRequest = t.TypeOf<typeof SavedRequest>;

/** Any of the kinds, for code that treats all of them alike. */
export interface AnyRequestKind extends RequestKindOf<AnyRequest, RestRequestSummary> {
  readonly kind: RequestKind;
}

// A repository only accepts ids and requests of its own kind, but code that looks up a kind by name or id cannot know which kind it gets.
const anyRequestKinds = requestKinds as unknown as Readonly<Record<RequestKind, AnyRequestKind>>;

/** All kinds, in list order. */
export const everyKind: readonly AnyRequestKind[] = Object.values(anyRequestKinds);

/** The record of a kind of request. */
export const getKindRecord = (kind: RequestKind): AnyRequestKind => anyRequestKinds[kind];

/** The record of the kind of the request with this id. */
export const getKindRecordById = (id: string): AnyRequestKind =>
  anyRequestKinds[findRequestKind(id) ?? defaultRequestKind];
