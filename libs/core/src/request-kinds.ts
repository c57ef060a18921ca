import { struct, t } from './codec/index.js';
import type { AppError } from './errors.js';
import {
  graphqlDefaults,
  graphqlFields,
  GraphqlRequest,
  GraphqlRequestPatch,
  GraphqlRequestSummary,
  graphqlSummaryOf,
} from './requests/graphql-request.js';
import { GraphqlRequestId, RestRequestId, type WorkspaceId } from './ids.js';
import {
  kindOfRequestId,
  type RequestKind,
  requestKindList,
  requestKindNames,
  type RequestNoun,
} from './requests/request-kind.js';
import { examplesProblem } from './requests/example.js';
import { maxAgeProblem } from './requests/dependencies.js';
import { tagsProblem } from './requests/tags.js';
import {
  methodProblem,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestPatch,
  RestRequestSummary,
  summaryOf,
} from './requests/rest-request.js';
import type { Repositories, SavedRequests } from './ports/repositories.js';

/** What every saved request has, whatever its kind. */
export interface AnyRequest {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly folder: string;
  /** The ids of the requests that run before it; a file may name one that is not there. */
  readonly needs: readonly string[];
  readonly tags: readonly string[];
  readonly script: string;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What the application needs to know of a kind of saved request: `A` whole, `S` as a list shows it. */
export interface RequestKindOf<A extends AnyRequest, S> {
  /** Its entities in changes and folders, and the first word of its tools. */
  readonly kind: RequestKind;
  /** How messages name one. */
  readonly noun: RequestNoun;
  /** What its ids begin with, before the underscore. */
  readonly prefix: string;
  readonly id: t.Type<A['id'], string>;
  readonly codec: t.Type<A, unknown>;
  readonly summary: t.Type<S, unknown>;
  readonly summaryOf: (request: A) => S;
  /** Any of the fields that a person or an agent may set. */
  readonly patch: t.Any;
  readonly fields: Readonly<Record<string, t.Any>>;
  /** What a new one has where the caller says nothing. */
  readonly defaults: object;
  /** Why these fields cannot be saved although their codecs accept them; `at` is the path before theirs. */
  readonly problemOf: (fields: Partial<A>, at?: string) => AppError | undefined;
  readonly of: (repositories: Repositories) => SavedRequests<A, S>;
}

/** A saved request of each kind, whole and as a list shows it. */
interface RequestTypes {
  readonly rest: { readonly whole: RestRequest; readonly summary: RestRequestSummary };
  readonly graphql: { readonly whole: GraphqlRequest; readonly summary: GraphqlRequestSummary };
}

/** A whole request of a kind. */
export type RequestOf<K extends RequestKind> = RequestTypes[K]['whole'];

/** A request of a kind as a list shows it. */
export type RequestSummaryOf<K extends RequestKind> = RequestTypes[K]['summary'];

type RequestKindRecord<K extends RequestKind> = RequestKindOf<RequestOf<K>, RequestSummaryOf<K>>;

/** The repository of each kind, under its name among the repositories of a store. */
export type RequestRepositories = {
  readonly [K in RequestKind as `${K}Requests`]: SavedRequests<RequestOf<K>, RequestSummaryOf<K>>;
};

/** Every kind of saved request. Use cases, stores and folders take what differs between kinds from here. */
export const requestKinds = {
  rest: {
    kind: 'rest',
    ...requestKindNames.rest,
    id: RestRequestId,
    codec: RestRequest,
    summary: RestRequestSummary,
    summaryOf,
    patch: RestRequestPatch,
    fields: restFields,
    defaults: restDefaults,
    problemOf: ({ method, settings, tags, examples }: Partial<RestRequest>, at = '') =>
      methodProblem(method, `${at}method`) ??
      maxAgeProblem(settings?.maxAge, `${at}settings.maxAge`) ??
      tagsProblem(tags, `${at}tags`) ??
      examplesProblem(examples, `${at}examples`),
    of: ({ restRequests }: Repositories) => restRequests,
  },
  graphql: {
    kind: 'graphql',
    ...requestKindNames.graphql,
    id: GraphqlRequestId,
    codec: GraphqlRequest,
    summary: GraphqlRequestSummary,
    summaryOf: graphqlSummaryOf,
    patch: GraphqlRequestPatch,
    fields: graphqlFields,
    defaults: graphqlDefaults,
    problemOf: ({ settings, tags }: Partial<GraphqlRequest>, at = '') =>
      maxAgeProblem(settings?.maxAge, `${at}settings.maxAge`) ?? tagsProblem(tags, `${at}tags`),
    of: ({ graphqlRequests }: Repositories) => graphqlRequests,
  },
} as const satisfies { readonly [K in RequestKind]: RequestKindRecord<K> };

const records: { readonly [K in RequestKind]: RequestKindRecord<K> } = requestKinds;

/** A repository for each kind. */
export const requestRepositories = (
  make: <K extends RequestKind>(
    kind: K,
    record: RequestKindRecord<K>,
  ) => SavedRequests<RequestOf<K>, RequestSummaryOf<K>>,
): RequestRepositories => {
  const named = <K extends RequestKind>(kind: K) => [`${kind}Requests`, make(kind, records[kind])];
  return Object.fromEntries(requestKindList.map(named)) as RequestRepositories;
};

/** At least two of something, as a codec of a union takes them. */
type Several<A> = [A, A, ...A[]];
type AnyRecord = (typeof requestKinds)[RequestKind];

const everyRecord: readonly AnyRecord[] = requestKindList.map((kind) => requestKinds[kind]);

export const RequestId = t.union(everyRecord.map(({ id }) => id) as Several<AnyRecord['id']>, 'a request id');
export type RequestId = t.TypeOf<typeof RequestId>;

/** A request of any kind as the tree shows it. */
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
  everyRecord.map(({ codec }) => codec) as Several<AnyRecord['codec']>,
  'a request',
);
export type SavedRequest = t.TypeOf<typeof SavedRequest>;

/** Any one of the kinds, for code that treats all of them alike. */
export interface SomeKind extends RequestKindOf<AnyRequest, RestRequestSummary> {
  readonly kind: RequestKind;
}

// A repository takes the ids and requests of its own kind; whoever asks for a kind by name or id has one of these.
const someKinds = requestKinds as unknown as Readonly<Record<RequestKind, SomeKind>>;

/** All kinds, in the order in which lists show them. */
export const everyKind: readonly SomeKind[] = Object.values(someKinds);

/** The record of a kind of request. */
export const kindNamed = (kind: RequestKind): SomeKind => someKinds[kind];

/** The record of the kind of the request that has this id. */
export const kindOfId = (id: string): SomeKind => someKinds[kindOfRequestId(id) ?? 'rest'];
