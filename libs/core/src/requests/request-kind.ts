/**
 * The kinds of saved request, in list order: the noun for messages, the prefix of ids without the underscore, and the HTTP method if all
 * requests of the kind have the same. Every table of kinds in any library needs an entry for each kind.
 */
export const requestKindNames = {
  rest: { noun: 'REST request', prefix: 'rest', fixedMethod: null },
  graphql: { noun: 'GraphQL request', prefix: 'gql', fixedMethod: 'POST' },
} as const;

/** The name of a kind, used for its entities in changes and folders and as the first word of its tools. */
export type RequestKind = keyof typeof requestKindNames;

/** The kinds of saved request, as nouns in sentences. */
export type RequestNoun = (typeof requestKindNames)[RequestKind]['noun'];

/** The noun for the entity that an id belongs to. */
export type EntityNoun =
  'workspace' | 'environment' | 'execution' | 'folder' | 'activity' | 'run' | RequestNoun;

/** All kinds, in list order. */
export const requestKindList = Object.keys(requestKindNames) as [RequestKind, ...RequestKind[]];

/** The kind of a request, unless something names another one. */
export const defaultRequestKind: RequestKind = requestKindList[0];

/** Whether a text names a kind of request. */
export const isRequestKind = (kind: string): kind is RequestKind => Object.hasOwn(requestKindNames, kind);

/** The kind of the request with an id; undefined for an id of any other entity. */
export const findRequestKind = (id: string): RequestKind | undefined =>
  requestKindList.find((kind) => id.startsWith(`${requestKindNames[kind].prefix}_`));

/** Creates a record with one value for each kind. */
export const mapRequestKinds = <T>(make: (kind: RequestKind) => T): Readonly<Record<RequestKind, T>> =>
  Object.fromEntries(requestKindList.map((kind) => [kind, make(kind)])) as Record<RequestKind, T>;
